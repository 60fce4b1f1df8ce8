import { type ReactNode, useState } from 'react'
import { useErrorText } from '../api/index.ts'
import { useMessages } from '../i18n/index.ts'
import { Button, StatusDot } from '../ui/index.ts'
import { formTexts } from './messages.ts'
import type { Problem, SchemaFormProps } from './schema-form.tsx'
import { type SchemaFormControl, useFormState } from './use-schema-form.ts'

interface TestOptions {
  readonly form: SchemaFormControl
  readonly onTest: SchemaFormProps['onTest']
  readonly onProblem: (problem: Problem | undefined) => void
  readonly onShowFault: () => void
}

/** The test button and the test result; nothing without a test. */
export function useTest({ form, onTest, onProblem, onShowFault }: TestOptions): ReactNode {
  const texts = useMessages(formTexts)
  const describe = useErrorText()
  const { value: now } = useFormState(form)
  const [isTesting, setTesting] = useState(false)
  /** The last tested value and its result, which only applies to that value. */
  const [passed, setPassed] = useState<{ readonly value: unknown; readonly text: string }>()
  if (!onTest) return undefined
  const run = async () => {
    onProblem(undefined)
    setPassed(undefined)
    const value = form.submit()
    if (value === undefined) return onShowFault()
    setTesting(true)
    try {
      const result = await onTest(value)
      setPassed({ value: now, text: typeof result === 'string' ? result : texts.testPassed })
    } catch (error) {
      if (form.refuse(error)) onShowFault()
      else onProblem({ text: describe(error), isTest: true })
    } finally {
      setTesting(false)
    }
  }
  return (
    <>
      <span role="status">{passed?.value === now && passed && <StatusDot tone="accent">{passed.text}</StatusDot>}</span>
      <Button onClick={() => void run()} loading={isTesting}>
        {texts.test}
      </Button>
    </>
  )
}
