/** The roles in a club, and what its leader and officers may do with other members. */
import { t } from "../../words/words";
import type { Role } from "../../protocol";

export function roleWords(role: Role): string {
  switch (role) {
    case "asking":
      return t("role.asking");
    case "member":
      return t("role.member");
    case "officer":
      return t("role.officer");
    case "owner":
      return t("role.owner");
  }
}

export function isOfficer(role: Role | null | undefined): boolean {
  return role === "officer" || role === "owner";
}

export type MemberAction = "admit" | "refuse" | "dismiss" | "promote" | "demote" | "hand-over";

/** What a member may do with another, by both roles; the server has the same rules. */
export function actionsOf(own: Role | null | undefined, other: Role): MemberAction[] {
  if (!isOfficer(own) || other === "owner") return [];
  if (other === "asking") return ["admit", "refuse"];
  const leads = own === "owner";
  if (other === "officer") return leads ? ["demote", "hand-over", "dismiss"] : [];
  return leads ? ["promote", "hand-over", "dismiss"] : ["dismiss"];
}
