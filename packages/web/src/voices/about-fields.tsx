// The fields that cloned and designed voices share: engine, name, language, gender, age.

import { castTexts } from "../i18n/cast-texts.ts";
import { ownVoices } from "../i18n/own-voice-texts.ts";
import { Choice } from "../ui/choice.tsx";
import { TextField } from "../ui/field.tsx";
import { LanguageField } from "../ui/language-field.tsx";
import type { About, MakerEngine } from "./own-voices.ts";
import styles from "./voices.module.css";

interface AboutFieldsProps {
  readonly about: About;
  readonly engines: readonly MakerEngine[];
  readonly nameFault: string | null;
  readonly onChange: (change: Partial<About>) => void;
}

const GENDERS = ["female", "male", "neutral"] as const;
const AGES = ["child", "young", "adult", "old"] as const;

export function AboutFields({ about, engines, nameFault, onChange }: AboutFieldsProps) {
  return (
    <div className={styles.fields}>
      <TextField
        label={ownVoices.name}
        value={about.name}
        maxLength={60}
        fault={nameFault}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Choice
        label={ownVoices.engine}
        value={about.provider}
        onChoose={(provider) => onChange({ provider })}
        options={engines.map(({ provider, name }) => ({ value: provider, label: name }))}
      />
      <LanguageField isRequired value={about.language} onChoose={(language) => onChange({ language })} />
      <Choice
        label={castTexts.gender}
        value={about.gender}
        onChoose={(value) => onChange({ gender: GENDERS.find((one) => one === value) ?? about.gender })}
        options={GENDERS.map((value) => ({ value, label: castTexts.genders[value] }))}
      />
      <Choice
        label={castTexts.age}
        value={about.age}
        onChoose={(value) => onChange({ age: AGES.find((one) => one === value) ?? about.age })}
        options={AGES.map((value) => ({ value, label: castTexts.ages[value] }))}
      />
    </div>
  );
}
