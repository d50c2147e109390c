/** A part of the program that is fetched when it is opened: the home page does not wait for it. */
import { signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../words/words";
import { Heading } from "./heading";
import { Waiting } from "./waiting";

function OnItsWay({ failed }: { failed: boolean }) {
  return (
    <div class="page narrow">
      <Heading title={t("coming")} />
      {failed && <Waiting failed />}
    </div>
  );
}

/** A page, or with another sign meanwhile a part of one, that is there once `load` has brought it. */
export function later<P extends object>(load: () => Promise<FunctionComponent<P>>, Meanwhile: FunctionComponent<{ failed: boolean }> = OnItsWay): FunctionComponent<P> {
  const part = signal<FunctionComponent<P> | null>(null);
  const failed = signal(false);
  return function Later(props: P) {
    useEffect(() => {
      if (!part.value) load().then((found) => (part.value = found), () => (failed.value = true));
    }, []);
    const Part = part.value;
    return Part ? <Part {...props} /> : <Meanwhile failed={failed.value} />;
  };
}
