import { CodeEditor } from '../../ui/index.ts'
import { type NodeFieldProps, useFormSetting } from '../form-context.ts'
import { useField } from '../use-field.ts'

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
