import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useChange, useErrorText, useOverrideHints } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, ErrorState, Group, Stack, TextField, toast } from '../../ui/index.ts'
import { isReportUrl } from './is-report-url.ts'
import { messages } from './messages.ts'
import { setReportUrl } from './queries.ts'

interface ReportUrlFormProps {
  /** The URL that the server has. */
  readonly url: string
  readonly isReadOnly: boolean
}

export function ReportUrlForm({ url, isReadOnly }: ReportUrlFormProps) {
  const texts = useMessages(messages)
  const describe = useErrorText()
  const change = useChange(setReportUrl)
  const { report_url: override } = useOverrideHints('telemetry')
  const { register, handleSubmit, reset, formState } = useForm({ defaultValues: { url } })
  const { isDirty } = formState
  useEffect(() => {
    if (!isDirty) reset({ url })
  }, [url, isDirty, reset])
  const submit = handleSubmit(async ({ url: typed }) => {
    const next = typed.trim()
    try {
      await change.run(next)
    } catch {
      // Displayed below via change.error.
      return
    }
    reset({ url: next })
    toast.success(texts.urlSaved)
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={3}>
        <TextField
          mono
          label={texts.url}
          description={override === undefined ? texts.urlHelp : `${texts.urlHelp} ${override}`}
          placeholder="https://reports.example.org/mqdeck"
          autoComplete="off"
          disabled={isReadOnly}
          error={formState.errors.url?.message}
          {...register('url', { validate: (typed) => isReportUrl(typed.trim()) || texts.invalidUrl })}
        />
        {change.error && <ErrorState title={describe(change.error)} />}
        {!isReadOnly && (
          <Group>
            <Button type="submit" disabled={!isDirty} loading={formState.isSubmitting}>
              {texts.save}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}
