import { Component, type ReactNode, useState } from 'react'
import { useLocale } from '../../i18n/index.ts'
import { CodeEditor } from '../../ui/index.ts'
import { faults } from '../fault-texts.ts'
import { MalformedJson, parseJsonText, toJsonText } from '../json-text.ts'
import { type NodeFieldProps, useField } from '../use-field.ts'

/** Any value as JSON; empty means no value. `note` is the reason for JSON. */
export function JsonField({ note, ...props }: NodeFieldProps & { readonly note?: string }) {
  const { value, set, blur, frame, isDisabled } = useField(props)
  const locale = useLocale()
  const [draft, setDraft] = useState<{ readonly text: string; readonly value: unknown }>()
  const text = draft && Object.is(draft.value, value) ? draft.text : toJsonText(value)
  const parsed = parseJsonText(text)
  const change = (next: string) => {
    const read = parseJsonText(next)
    // Invalid JSON stays in the editor. The form's value becomes a string that no validation accepts.
    const nextValue = read.isValid ? read.value : new MalformedJson(next)
    setDraft({ text: next, value: nextValue })
    set(nextValue)
  }
  const { 'aria-label': spoken, description, error, ...code } = frame
  return (
    <CodeEditor
      {...code}
      label={spoken ?? frame.label}
      hideLabel={spoken !== undefined}
      description={note ?? description}
      error={parsed.isValid ? error : faults.json[locale]}
      language="json"
      value={text}
      onChange={change}
      onBlur={blur}
      readOnly={isDisabled}
      minLines={3}
    />
  )
}

interface FieldBoundaryProps {
  readonly children: ReactNode
  /** Shown instead of the field if rendering fails. */
  readonly fallback: ReactNode
}

/** Limits a rendering error to one field. */
export class FieldBoundary extends Component<FieldBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
