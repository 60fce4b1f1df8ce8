import { TelemetryReportChange } from '@mqdeck/contract'
import { useEffect } from 'react'
import { useChange, useContractForm, useOverrideHints } from '../../api/index.ts'
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
  const { run } = useChange(setReportUrl)
  const { report_url: override } = useOverrideHints('telemetry')
  const form = useContractForm(TelemetryReportChange, {
    initial: { url },
    toBody: (values) => ({ report_url: values.url.trim() }),
    fieldOf: { report_url: 'url' },
    check: (values) => ({ url: !isReportUrl(values.url.trim()) && texts.invalidUrl }),
    async submit({ report_url }) {
      await run(report_url)
      reset({ url: report_url })
      toast.success(texts.urlSaved)
    },
  })
  const { reset, formState } = form.form
  const { isDirty } = formState
  useEffect(() => {
    if (!isDirty) reset({ url })
  }, [url, isDirty, reset])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        form.onSubmit()
      }}
      noValidate
    >
      <Stack gap={3}>
        <TextField
          mono
          label={texts.url}
          description={override === undefined ? texts.urlHelp : `${texts.urlHelp} ${override}`}
          placeholder="https://reports.example.org/mqdeck"
          autoComplete="off"
          disabled={isReadOnly}
          {...form.input('url')}
        />
        {form.failure !== undefined && <ErrorState title={form.failure} />}
        {!isReadOnly && (
          <Group>
            <Button type="submit" disabled={!isDirty} loading={form.isSubmitting}>
              {texts.save}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}
