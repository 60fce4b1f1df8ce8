import { useMessages } from '../../i18n/index.ts'
import { TextField } from '../../ui/index.ts'
import { createMessages } from './create-messages.ts'
import type { FieldsOfDraft } from './fields-of-draft.ts'

/** What the trace is called; proposed until somebody types. */
export function NameField({ name, faults, refused, onChange }: FieldsOfDraft & { readonly name: string }) {
  const texts = useMessages(createMessages)
  return (
    <TextField
      mono
      required
      label={texts.name}
      description={texts.nameHint}
      autoComplete="off"
      maxLength={256}
      value={name}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
      error={faults.name ? texts.nameFaults[faults.name] : refused?.name}
    />
  )
}
