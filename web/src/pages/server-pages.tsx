/** The pages that need a server: fetched apart, so that the home page and games on this device do not wait for them. */
import "../words/online";
import { ServerTable } from "./server-table";
import { NotFound } from "./not-found";
import { NewTable } from "./new-table";
import type { Route } from "./route";
import { SeekPage } from "./online/seek-page";
import { Tables } from "./online/tables";

export function ServerPage({ at }: { at: Route }) {
  switch (at.page) {
    case "tables":
      return <Tables />;
    case "seek":
      return <SeekPage key={at.game} game={at.game} />;
    case "new":
      return <NewTable key={at.game} game={at.game} club={at.club} />;
    case "table":
      return <ServerTable key={at.id} id={at.id} invitation={at.key} seat={at.seat} />;
    default:
      return <NotFound />;
  }
}
