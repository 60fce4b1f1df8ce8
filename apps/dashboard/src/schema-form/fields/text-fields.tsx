import { TextAreaField } from '../../ui/fields/text-area-field.tsx'
import { CodeEditor, TemplateField, TextField } from '../../ui/index.ts'
import type { CodeNode } from '../model.ts'
import { type NodeFieldProps, useField, useFormSetting } from '../use-field.ts'

/** Strings, addresses, and lists separated by commas. A cleared field is sent as an empty string. */
export function TextNodeField(props: NodeFieldProps) {
  const { value, set, blur, frame } = useField(props)
  const { kind } = props.node
  const isAddress = kind === 'url' || kind === 'hostPort'
  return (
    <TextField
      {...frame}
      width={isAddress ? 'address' : 'text'}
      mono={isAddress}
      autoComplete="off"
      value={toText(value)}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={blur}
    />
  )
}

/** EMQX returns comma lists as lists, ports as numbers. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  return value === undefined || value === null ? '' : String(value)
}

const long = new Set(['payload', 'payload_template', 'body', 'content', 'template', 'value', 'data', 'message'])

/** Text with placeholders `${...}`; multi-line for whole messages. */
export function TemplateNodeField(props: NodeFieldProps) {
  const { value, set, blur, frame } = useField(props)
  const { completions } = useFormSetting()
  const text = value === undefined || value === null ? '' : String(value)
  return (
    <TemplateField
      {...frame}
      value={text}
      onChange={set}
      onBlur={blur}
      placeholders={completions}
      multiline={long.has(props.node.key) || text.includes('\n')}
    />
  )
}

/** Text of several lines, without placeholders. */
export function MultilineField(props: NodeFieldProps) {
  const { value, set, blur, frame } = useField(props)
  return <TextAreaField {...frame} value={toText(value)} onChange={set} onBlur={blur} />
}

/** A text in some language; its syntax is only coloured and marked. */
export function CodeField(props: NodeFieldProps & { readonly node: CodeNode }) {
  const { value, set, blur, frame, isDisabled } = useField(props)
  const { 'aria-label': spoken, ...code } = frame
  return (
    <CodeEditor
      {...code}
      label={spoken ?? frame.label}
      hideLabel={spoken !== undefined}
      language={props.node.language}
      value={toText(value)}
      onChange={set}
      onBlur={blur}
      readOnly={isDisabled}
      minLines={4}
      maxLines={16}
    />
  )
}

export function SqlField(props: NodeFieldProps) {
  const { value, set, blur, frame, isDisabled } = useField(props)
  const { completions } = useFormSetting()
  const { 'aria-label': spoken, ...code } = frame
  return (
    <CodeEditor
      {...code}
      label={spoken ?? frame.label}
      hideLabel={spoken !== undefined}
      language="sql"
      value={typeof value === 'string' ? value : ''}
      onChange={set}
      onBlur={blur}
      readOnly={isDisabled}
      minLines={3}
      completions={completions}
    />
  )
}

/** A scalar of unknown type. It keeps its type: string, number or switch. */
export function ScalarField(props: NodeFieldProps) {
  const { value, set, blur, frame } = useField(props)
  const text = value === undefined || value === null ? '' : String(value)
  return (
    <TextField
      {...frame}
      autoComplete="off"
      value={text}
      onChange={(event) => set(withTypeOf(event.currentTarget.value, value))}
      onBlur={blur}
    />
  )
}

function withTypeOf(text: string, before: unknown): unknown {
  if (typeof before === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
