import { useMessages } from '../../i18n/index.ts'
import { SegmentedControl, TextField } from '../../ui/index.ts'
import { formTexts } from '../messages.ts'
import { type NodeFieldProps, useField } from '../use-field.ts'
import styles from './access-rule-field.module.css'

/** An access rule such as `deny 10.0.0.0/8`: an action and an address. */
export function AccessRuleField(props: NodeFieldProps) {
  const { value, set, blur, frame, isDisabled } = useField(props)
  const texts = useMessages(formTexts)
  const { action, target } = parts(value)
  const name = frame['aria-label'] ?? frame.label
  return (
    <div className={styles.rule}>
      <SegmentedControl
        label={name}
        value={action}
        onChange={(next) => set(`${next} ${target}`)}
        disabled={isDisabled}
        options={[
          { value: 'allow', label: texts.allow },
          { value: 'deny', label: texts.deny },
        ]}
      />
      <div className={styles.target}>
        <TextField
          {...frame}
          label=""
          aria-label={`${name}, ${texts.address}`}
          placeholder="all, 10.0.0.0/8, ::1"
          mono
          autoComplete="off"
          value={target}
          onChange={(event) => set(`${action} ${event.currentTarget.value}`)}
          onBlur={blur}
        />
      </div>
    </div>
  )
}

function parts(value: unknown): { readonly action: 'allow' | 'deny'; readonly target: string } {
  const text = typeof value === 'string' ? value : ''
  const match = /^\s*(allow|deny)\s?(.*)$/i.exec(text)
  return { action: match?.[1]?.toLowerCase() === 'deny' ? 'deny' : 'allow', target: match ? (match[2] ?? '') : text }
}
