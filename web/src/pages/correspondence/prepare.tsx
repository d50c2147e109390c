/** Preparing a reply: one plays the expected move and the answer on a board of one's own. */
import { useEffect, useState } from "preact/hooks";
import { shapeOf } from "../../board/GameBoard";
import { engine } from "../../engine/engine";
import type { Session } from "../../model";
import { Sandbox } from "../../session/sandbox";
import { Stage } from "../../stage/Stage";
import { StageBoard } from "../../stage/StageBoard";
import { TurnTool } from "../../stage/tools";
import { t } from "../../words/words";
import { Heading } from "../heading";
import { MoveList } from "../move-list";
import { turnsOf } from "../turns";
import { Waiting } from "../waiting";
import { withLine } from "./lines";

function useSandbox(session: Session): Sandbox | null {
  const [sandbox, setSandbox] = useState<Sandbox | null>(null);
  useEffect(() => {
    const { terms, position } = session.scene.value;
    let wanted = true;
    Sandbox.open(engine(), { terms, position }).then((opened) => wanted && setSandbox(opened), () => undefined);
    return () => void (wanted = false);
  }, [session]);
  return sandbox;
}

function Steps({ session, sandbox }: { session: Session; sandbox: Sandbox }) {
  const turns = turnsOf(session.facts, sandbox.log.value, (seat) => sandbox.sideOf(seat));
  return <MoveList facts={session.facts} rows={turns.map(({ first, side, said }) => ({ key: first, side, said }))} />;
}

export function Prepare({ session, close }: { session: Session; close: () => void }) {
  const sandbox = useSandbox(session);
  const table = session.table.value;
  const [begun] = useState(session.log.value.length);
  // A move was played meanwhile: what is tried out here is about another position.
  const late = session.log.value.length !== begun;
  useEffect(() => {
    if (late) close();
  }, [late]);
  if (!sandbox) return <Waiting />;
  const scene = sandbox.scene.value;
  const { mine } = table;
  const answered = mine.includes(sandbox.steps.at(-1)?.seat ?? "");
  const myTurn = scene.toAct.some((seat) => mine.includes(seat));
  const over = sandbox.result.value !== null;
  const task = over ? t("prepare.over") : myTurn ? t("prepare.answer") : t("prepare.expect");
  const save = async () => {
    const { granted } = await session.command("prepare", { seat: mine[0], replies: withLine(table.replies ?? [], sandbox.steps, mine) });
    if (granted) close();
  };
  return (
    <Stage
      game={table.terms.game}
      kind="prepare"
      ratio={shapeOf(scene).ratio}
      heading={<Heading title={t("replies.prepare")} />}
      above={
        <p class="whose" role="status">
          {task}
        </p>
      }
      board={(places) => <StageBoard session={sandbox} places={places} open />}
      below={
        <div class="row tools">
          <button type="button" class="button" disabled={!answered} onClick={() => void save()} data-do="save-reply">
            {t("prepare.save")}
          </button>
          <button type="button" class="button second" disabled={!sandbox.canUndo} onClick={() => void sandbox.undo()}>
            {t("draft.undo")}
          </button>
          <button type="button" class="button second" onClick={close}>
            {t("prepare.cancel")}
          </button>
        </div>
      }
      tools={<TurnTool scene={scene} />}
      panels={[{ id: "moves", title: t("table.moves"), content: <Steps session={session} sandbox={sandbox} /> }]}
    />
  );
}
