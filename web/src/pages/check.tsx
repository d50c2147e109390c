/** Something to tick, with a sentence that says what it does. */
export function Check({ title, text, on, set, disabled = false }: { title: string; text: string; on: boolean; disabled?: boolean; set: (on: boolean) => void }) {
  return (
    <label class="sentence">
      <input type="checkbox" checked={on} disabled={disabled} onChange={(event) => set(event.currentTarget.checked)} />
      <span>
        <b>{title}</b> {text}
      </span>
    </label>
  );
}
