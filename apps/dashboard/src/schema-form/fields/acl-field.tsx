import { useMemo } from 'react'
import { CodeEditor, type CodeEditorProps, type Diagnostic } from '../../ui/index.ts'
import { type NodeFieldProps, useField } from '../use-field.ts'

interface AclFieldProps extends NodeFieldProps, Pick<CodeEditorProps, 'diagnostics' | 'codeHelp' | 'startAt'> {}

/** EMQX's ACL text. Errors found by the page or the broker are marked in the text. */
export function AclField({ diagnostics, codeHelp, startAt, ...props }: AclFieldProps) {
  const { value, set, blur, frame, isDisabled } = useField(props)
  const { 'aria-label': spoken, error, ...code } = frame
  const reported = useMemo(() => placesIn(error), [error])
  return (
    <CodeEditor
      {...code}
      error={error}
      label={spoken ?? frame.label}
      hideLabel={spoken !== undefined}
      language="acl"
      value={typeof value === 'string' ? value : ''}
      onChange={set}
      onBlur={blur}
      readOnly={isDisabled}
      minLines={12}
      diagnostics={diagnostics ?? reported}
      codeHelp={codeHelp}
      startAt={startAt}
    />
  )
}

/** Positions in the broker's message: `line 3, column 5: the list of topics is missing`. Other messages have none. */
function placesIn(error: unknown): readonly Diagnostic[] {
  const [, line, column, message] =
    (typeof error === 'string' && /^line (\d+), column (\d+): (.+)$/is.exec(error)) || []
  return line === undefined || message === undefined ? [] : [{ line: Number(line), column: Number(column), message }]
}
