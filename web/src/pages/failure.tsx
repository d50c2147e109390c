/** An unforeseen error: the player is told in words and can load the page again, instead of a screen that does nothing. */
import { signal } from "@preact/signals";
import { Component, type ComponentChildren } from "preact";
import { t } from "../words/words";

/** Whether something failed that no part of the page has answered for. */
const failed = signal(false);

/** Catches every rejected promise and every error that was not caught. */
export function watchFailures(): void {
  const hear = () => (failed.value = true);
  addEventListener("unhandledrejection", hear);
  addEventListener("error", hear);
}

const Reload = () => (
  <button type="button" class="button" onClick={() => location.reload()} data-do="reload">
    {t("failure.reload")}
  </button>
);

/** Stands over the page, which may still be good for something. */
export function Failure() {
  if (!failed.value) return null;
  return (
    <div class="failure notice" role="alert">
      <p>{t("failure.text")}</p>
      <div class="row">
        <Reload />
        <button type="button" class="button second" onClick={() => (failed.value = false)}>
          {t("failure.dismiss")}
        </button>
      </div>
    </div>
  );
}

/** A page that could not be drawn is replaced by words; other pages are not affected. */
export class Boundary extends Component<{ visit: number; children: ComponentChildren }, { broken: boolean }> {
  override state = { broken: false };

  static override getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidUpdate({ visit }: { visit: number }): void {
    if (this.state.broken && visit !== this.props.visit) this.setState({ broken: false });
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <div class="page narrow" role="alert">
        <h1 class="heading">{t("failure.title")}</h1>
        <p>{t("failure.text")}</p>
        <p class="row">
          <Reload />
          <a class="button second" href="/">
            {t("to-games")}
          </a>
        </p>
      </div>
    );
  }
}
