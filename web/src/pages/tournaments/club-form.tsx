/** The name of a club, what it is about, and whether all may join: to found one, or to change it. */
import { useState } from "preact/hooks";
import { t } from "../../words/words";
import { Check } from "../check";
import { Form, TextArea, TextField } from "../form";

export interface ClubFields {
  name: string;
  about: string;
  open: boolean;
}

interface ClubFormProps {
  begin: ClubFields;
  button: string;
  submit: (fields: ClubFields) => Promise<void>;
}

export function ClubForm({ begin, button, submit }: ClubFormProps) {
  const [name, setName] = useState(begin.name);
  const [about, setAbout] = useState(begin.about);
  const [open, setOpen] = useState(begin.open);
  return (
    <Form button={button} submit={() => submit({ name: name.trim(), about: about.trim(), open })}>
      <TextField label={t("club.name")} value={name} set={setName} most={50} />
      <TextArea label={t("club.about")} value={about} set={setAbout} most={400} />
      <Check title={t("club.open")} text={t("club.open-text")} on={open} set={setOpen} />
    </Form>
  );
}
