import { useMessages } from '../../i18n/index.ts'
import { SegmentedControl, TextField } from '../../ui/index.ts'
import type { NodeFieldProps } from '../form-context.ts'
import { formTexts } from '../messages.ts'
import { useField } from '../use-field.ts'
import styles from './access-rule-field.module.css'

/** `deny 10.0.0.0/8`: what to do, and with whom. */
export function AccessRuleField(props: NodeFieldProps) {
  const { value, set, blur, frame, isDisabled } = useField(props)
  const texts = useMessages(formTexts)
  const { action, who } = parts(value)
  const name = frame['aria-label'] ?? frame.label
  return (
    <div className={styles.rule}>
      <SegmentedControl
        label={name}
        value={action}
        onChange={(next) => set(`${next} ${who}`)}
        disabled={isDisabled}
        options={[
          { value: 'allow', label: texts.allow },
          { value: 'deny', label: texts.deny },
        ]}
      />
      <div className={styles.who}>
        <TextField
          {...frame}
          label=""
          aria-label={`${name}, ${texts.ruleTarget}`}
          placeholder="all, 10.0.0.0/8, ::1"
          mono
          autoComplete="off"
          value={who}
          onChange={(event) => set(`${action} ${event.currentTarget.value}`)}
          onBlur={blur}
        />
      </div>
    </div>
  )
}

function parts(value: unknown): { readonly action: 'allow' | 'deny'; readonly who: string } {
  const text = typeof value === 'string' ? value : ''
  const match = /^\s*(allow|deny)\s?(.*)$/i.exec(text)
  return { action: match?.[1]?.toLowerCase() === 'deny' ? 'deny' : 'allow', who: match ? (match[2] ?? '') : text }
}
