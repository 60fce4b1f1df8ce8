import { IconSend } from '@tabler/icons-react'
import { QueryView, useChange, useData, useErrorText, useIsViewer, useReportedAction } from '../../api/index.ts'
import { Reason } from '../../api/nodes/node-states/index.ts'
import { useMessages } from '../../i18n/index.ts'
import {
  Button,
  CodeBlock,
  DescriptionList,
  Dim,
  EmptyState,
  Group,
  Notice,
  PageHeader,
  RelativeTime,
  Section,
  Skeleton,
  Stack,
  StatusDot,
  Switch,
  toast,
} from '../../ui/index.ts'
import { messages } from './messages.ts'
import { enableTelemetry, sendReport, type TelemetryState, telemetryQuery } from './queries.ts'
import { ReportUrlForm } from './report-url-form.tsx'

/** Telemetry settings, the state of the last and next report, and the full report content. */
export default function TelemetryPage() {
  const texts = useMessages(messages)
  const telemetry = useData(telemetryQuery, undefined)
  return (
    <>
      <PageHeader title={texts.title} />
      <QueryView query={telemetry} skeleton={<Skeletons />}>
        {(state) =>
          state !== 'unavailable' ? (
            <Stack gap={4}>
              <Section title={texts.reports}>
                <Settings {...state} />
              </Section>
              <Section title={texts.state} actions={<SendButton {...state} />}>
                <State {...state} />
              </Section>
              <Section title={texts.content}>
                <Content {...state} />
              </Section>
            </Stack>
          ) : (
            <Section>
              <EmptyState title={texts.unavailable} hint={texts.unavailableHint} />
            </Section>
          )
        }
      </QueryView>
    </>
  )
}

function Skeletons() {
  return (
    <Stack gap={4}>
      <Skeleton height={180} />
      <Skeleton height={120} />
      <Skeleton height={420} />
    </Stack>
  )
}

function Settings({ isEnabled, report }: TelemetryState) {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const runReported = useReportedAction()
  const { run, isRunning } = useChange(enableTelemetry)
  const enable = async (isOn: boolean) => {
    await runReported(() => run(isOn), {
      done: isOn ? texts.telemetryEnabled : texts.telemetryDisabled,
      failed: texts.switchFailed,
    })
  }
  return (
    <Stack gap={5}>
      <Switch
        label={texts.telemetry}
        description={texts.telemetryHelp}
        checked={isEnabled}
        onChange={(isOn) => void enable(isOn)}
        disabled={isViewer || isRunning}
      />
      {report ? <ReportUrlForm url={report.report_url} isReadOnly={isViewer} /> : <Notice>{texts.builtInUrl}</Notice>}
    </Stack>
  )
}

function State({ isEnabled, report }: TelemetryState) {
  const texts = useMessages(messages)
  const { last, next_at, report_url = '' } = report ?? {}
  return (
    <Stack gap={4}>
      <StatusDot tone={isEnabled && report_url !== '' ? 'accent' : 'grey'}>
        {stateText(isEnabled, report?.report_url, texts)}
      </StatusDot>
      {report && (
        <DescriptionList
          items={[
            {
              label: texts.lastReport,
              value: last ? (
                <Stack gap={1}>
                  <Group gap={2}>
                    <StatusDot tone={last.outcome === 'sent' ? 'accent' : 'red'}>{texts[last.outcome]}</StatusDot>
                    <RelativeTime time={last.at} />
                  </Group>
                  {last.reason !== undefined && <Reason>{last.reason}</Reason>}
                </Stack>
              ) : (
                texts.never
              ),
            },
            {
              label: texts.nextReport,
              value: next_at === undefined ? undefined : <RelativeTime time={next_at} planned />,
            },
          ]}
        />
      )}
    </Stack>
  )
}

function stateText(isEnabled: boolean, url: string | undefined, texts: (typeof messages)['en']): string {
  if (!isEnabled) return texts.notSending
  if (url === undefined) return texts.sendingToBuiltInUrl
  return url === '' ? texts.noUrl : texts.sending(url)
}

function SendButton({ isEnabled, report }: TelemetryState) {
  const texts = useMessages(messages)
  const errorText = useErrorText()
  const isViewer = useIsViewer()
  const { run, isRunning } = useChange(sendReport)
  if (isViewer || !isEnabled || !report || report.report_url === '') return null
  const send = async () => {
    try {
      const { outcome, report_url, reason } = await run(undefined)
      if (outcome === 'sent') toast.success(texts.sentTo(report_url))
      else toast.error(texts.sendFailed, reason)
    } catch (error) {
      toast.error(texts.sendFailed, errorText(error))
    }
  }
  return (
    <Button size="small" icon={<IconSend size={16} aria-hidden />} loading={isRunning} onClick={() => void send()}>
      {texts.sendNow}
    </Button>
  )
}

function Content({ isEnabled, data }: TelemetryState) {
  const texts = useMessages(messages)
  if (!data) return <Dim>{texts.contentHidden}</Dim>
  return (
    <Stack gap={3}>
      <Dim>{isEnabled ? texts.contentWhileEnabled : texts.contentWhileDisabled}</Dim>
      <CodeBlock code={JSON.stringify(data, null, 2)} />
    </Stack>
  )
}
