import { IconSend } from '@tabler/icons-react'
import { QueryView, RefreshControl, useChange, useData, useErrorText, useIsViewer, useReportedAction } from '../../data/index.ts'
import { Reason } from '../../data/node-states/index.ts'
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
import { sendNow, type TelemetryState, telemetryQuery, turnTelemetry } from './queries.ts'
import { ReportUrlForm } from './report-url-form.tsx'

/** The switch, where reports go, how the last one went, and every byte of it. */
export default function TelemetryPage() {
  const texts = useMessages(messages)
  const telemetry = useData(telemetryQuery, undefined)
  return (
    <>
      <PageHeader title={texts.title} actions={<RefreshControl queries={[telemetry]} />} />
      <QueryView query={telemetry} skeleton={<Skeletons />}>
        {(state) =>
          state !== 'none' ? (
            <Stack gap={4}>
              <Section title={texts.settings}>
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
              <EmptyState title={texts.none} hint={texts.noneHint} />
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

function Settings({ isOn, report }: TelemetryState) {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const told = useReportedAction()
  const { run, isRunning } = useChange(turnTelemetry)
  const turn = async (on: boolean) => {
    await told(() => run(on), { done: on ? texts.turnedOn : texts.turnedOff, failed: texts.couldNotTurn })
  }
  return (
    <Stack gap={5}>
      <Switch
        label={texts.onOff}
        description={texts.onOffHint}
        checked={isOn}
        onChange={(on) => void turn(on)}
        disabled={isViewer || isRunning}
      />
      {report ? <ReportUrlForm url={report.report_url} isReadOnly={isViewer} /> : <Notice>{texts.elsewhere}</Notice>}
    </Stack>
  )
}

function State({ isOn, report }: TelemetryState) {
  const texts = useMessages(messages)
  const { last, next_at, report_url = '' } = report ?? {}
  return (
    <Stack gap={4}>
      <StatusDot tone={isOn && report_url !== '' ? 'accent' : 'grey'}>
        {stateText(isOn, report?.report_url, texts)}
      </StatusDot>
      {report && (
        <DescriptionList
          items={[
            {
              label: texts.last,
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
            { label: texts.next, value: next_at === undefined ? undefined : <RelativeTime time={next_at} planned /> },
          ]}
        />
      )}
    </Stack>
  )
}

function stateText(isOn: boolean, url: string | undefined, texts: (typeof messages)['en']): string {
  if (!isOn) return texts.off
  if (url === undefined) return texts.sendingUnknown
  return url === '' ? texts.nowhere : texts.sending(url)
}

function SendButton({ isOn, report }: TelemetryState) {
  const texts = useMessages(messages)
  const errorText = useErrorText()
  const isViewer = useIsViewer()
  const { run, isRunning } = useChange(sendNow)
  if (isViewer || !isOn || !report || report.report_url === '') return null
  const send = async () => {
    try {
      const { outcome, report_url, reason } = await run(undefined)
      if (outcome === 'sent') toast.success(texts.sentTo(report_url))
      else toast.error(texts.notSent, reason)
    } catch (error) {
      toast.error(texts.notSent, errorText(error))
    }
  }
  return (
    <Button size="small" icon={<IconSend size={16} aria-hidden />} loading={isRunning} onClick={() => void send()}>
      {texts.sendNow}
    </Button>
  )
}

function Content({ isOn, data }: TelemetryState) {
  const texts = useMessages(messages)
  if (!data) return <Dim>{texts.contentHidden}</Dim>
  return (
    <Stack gap={3}>
      <Dim>{isOn ? texts.contentNow : texts.contentOff}</Dim>
      <CodeBlock code={JSON.stringify(data, null, 2)} />
    </Stack>
  )
}
