import { TemplateField } from '../../ui/index.ts'
import { type NodeFieldProps, useFormSetting } from '../form-context.ts'
import { useField } from '../use-field.ts'

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
