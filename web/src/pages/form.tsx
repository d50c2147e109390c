/** What forms are made of: fields, a button that waits for the server, and a place for what it has against it. */
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import type { Text } from "../model";
import { t } from "../words/words";
import { sentence } from "./api";
import { Refusal } from "./refusal";

interface FormProps {
  button: string;
  /** A refusal of the server is shown in the form, which stays as it was filled in. */
  submit: () => Promise<void>;
  children?: ComponentChildren;
  class?: string;
  /** Beside the button. */
  beside?: ComponentChildren;
}

export function Form({ button, submit, children, beside, class: name = "plain-form" }: FormProps) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Text | null>(null);
  const send = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setTrouble(null);
    await submit().catch((error) => setTrouble(sentence(error)));
    setBusy(false);
  };
  return (
    <form class={name} onSubmit={(event) => void send(event)}>
      {children}
      <Refusal text={trouble} />
      <div class="row">
        <button class="button" type="submit" disabled={busy}>
          {button}
        </button>
        {beside}
      </div>
    </form>
  );
}

interface FieldProps {
  label: string;
  value: string;
  set: (value: string) => void;
  hint?: string;
  most?: number;
  required?: boolean;
  autocomplete?: string;
}

/** The label names the field alone; what helps to fill it in is read after it. */
function Labelled({ label, hint, children }: { label: string; hint?: string; children: (id: string, hintId?: string) => ComponentChildren }) {
  const id = useId();
  const hintId = hint && `${id}-hint`;
  return (
    <div class="field">
      <label class="label" for={id}>
        {label}
      </label>
      {children(id, hintId)}
      {hint && (
        <small id={hintId} class="faded">
          {hint}
        </small>
      )}
    </div>
  );
}

export function TextField({ label, value, set, hint, most, required = true, autocomplete = "off" }: FieldProps) {
  return (
    <Labelled label={label} hint={hint}>
      {(id, hintId) => (
        <input id={id} type="text" required={required} maxLength={most} autocomplete={autocomplete} spellcheck={false} value={value} aria-describedby={hintId} onInput={(event) => set(event.currentTarget.value)} />
      )}
    </Labelled>
  );
}

export function TextArea({ label, value, set, most = 500, required = false }: FieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <textarea class="prose" rows={4} required={required} maxLength={most} value={value} onInput={(event) => set(event.currentTarget.value)} />
    </label>
  );
}

/** A password can be looked at while one types it. */
export function PasswordField({ label, value, set, hint, autocomplete = "current-password" }: FieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Labelled label={label} hint={hint}>
      {(id, hintId) => (
        <div class="joined">
          <input
            id={id}
            type={shown ? "text" : "password"}
            required
            maxLength={200}
            autocomplete={autocomplete}
            autocapitalize="none"
            spellcheck={false}
            value={value}
            aria-describedby={hintId}
            onInput={(event) => set(event.currentTarget.value)}
          />
          <button type="button" class="button second" aria-pressed={shown} aria-label={t("password.show-of", { field: label })} onClick={() => setShown(!shown)}>
            {shown ? t("password.hide") : t("password.show")}
          </button>
        </div>
      )}
    </Labelled>
  );
}
