import { useLocale } from '../../i18n/index.ts'
import { Checkbox, TextField } from '../../ui/index.ts'
import type { NodeFieldProps } from '../form-context.ts'
import { symbolText } from '../symbol-texts.ts'
import { useField } from '../use-field.ts'

/** A limit such as `1000/s` or `10MB/s`; `infinity` means no limit. */
export function RateField(props: NodeFieldProps) {
  const { value, set, blur, frame, isDisabled } = useField(props)
  const locale = useLocale()
  const unlimited = symbolText('infinity', undefined)[locale]
  const isUnlimited = (value ?? props.node.default) === 'infinity'
  return (
    <TextField
      {...frame}
      mono={!isUnlimited}
      autoComplete="off"
      value={isUnlimited || typeof value !== 'string' ? '' : value}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={blur}
      disabled={isDisabled || isUnlimited}
      placeholder={isUnlimited ? unlimited : '1000/s'}
      action={
        <Checkbox
          label={unlimited}
          checked={isUnlimited}
          disabled={isDisabled}
          onChange={(checked) => set(checked ? 'infinity' : '')}
        />
      }
    />
  )
}
