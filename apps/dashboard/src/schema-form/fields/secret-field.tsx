import { useRef, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { Button, PasswordField, TextField } from '../../ui/index.ts'
import { formTexts } from '../messages.ts'
import { type NodeFieldProps, useField } from '../use-field.ts'
import { mask } from '../values.ts'

/** A secret that is set is hidden, so it can only be kept or replaced. */
export function SecretField(props: NodeFieldProps) {
  const { value, set, blur, frame, isDisabled } = useField(props)
  const texts = useMessages(formTexts)
  const [isReplacing, setReplacing] = useState(false)
  const wasMasked = useRef(value === mask)
  if (value === mask) wasMasked.current = true
  const replace = () => {
    setReplacing(true)
    set('')
  }
  const keep = () => {
    setReplacing(false)
    set(mask)
  }
  if (value === mask)
    return (
      <TextField
        {...frame}
        value=""
        placeholder={texts.secretSet}
        disabled
        {...(!isDisabled && { action: <SmallButton label={texts.replaceSecret} onClick={replace} /> })}
      />
    )
  return (
    <PasswordField
      {...frame}
      autoComplete="new-password"
      autoFocus={isReplacing}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={blur}
      {...(wasMasked.current && !isDisabled && { action: <SmallButton label={texts.keepSecret} onClick={keep} /> })}
    />
  )
}

function SmallButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <Button size="small" variant="subtle" onClick={onClick}>
      {label}
    </Button>
  )
}
