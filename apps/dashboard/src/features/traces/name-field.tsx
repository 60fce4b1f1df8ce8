import { useMessages } from '../../i18n/index.ts'
import { TextField } from '../../ui/index.ts'
import { createMessages } from './create-messages.ts'
import type { DraftFieldsProps } from './draft-fields-props.ts'

/** Name of the trace, with a default until one is entered. */
export function NameField({ name, faults, serverErrors, onChange }: DraftFieldsProps & { readonly name: string }) {
  const texts = useMessages(createMessages)
  return (
    <TextField
      mono
      required
      label={texts.name}
      description={texts.nameHelp}
      autoComplete="off"
      maxLength={256}
      value={name}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
      error={faults.name ? texts.nameFaults[faults.name] : serverErrors?.name}
    />
  )
}
