import { type ExportState, getMonitoringState, getOpenTelemetry, getPrometheus } from '@mqdeck/contract'
import { defineQuery, isNotFound, orIfMissing, QueryView, useData, usePresence } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { DescriptionList, Link, Section, Skeleton, StatusDot } from '../../ui/index.ts'
import { messages } from './messages.ts'

const ways = ['push_gateway', 'metrics', 'traces', 'logs'] as const
type Way = (typeof ways)[number]

interface Monitoring {
  /** Whether scraping needs an API key. */
  readonly basicAuth: boolean
  /** Undefined if the broker has no OpenTelemetry. */
  readonly exports: Readonly<Partial<Record<Way, ExportState['state'] | 'on'>>>
}

/** The settings, and the state of each export if the broker reports it. */
const monitoringQuery = defineQuery<undefined, Monitoring>({
  name: 'monitoring-overview',
  async load(call, _, signal) {
    const [prometheus, telemetry, states] = await Promise.all([
      call(getPrometheus, { signal }),
      orIfMissing(call(getOpenTelemetry, { signal }), undefined),
      orIfMissing(call(getMonitoringState, { signal }), undefined),
    ])
    const stateOf = (way: Way, isOn: boolean) => states?.[way].state ?? (isOn ? 'on' : 'off')
    return {
      basicAuth: prometheus.enable_basic_auth,
      exports: {
        push_gateway: stateOf('push_gateway', prometheus.push_gateway.enable),
        ...(telemetry && {
          metrics: stateOf('metrics', telemetry.metrics.enable),
          traces: stateOf('traces', telemetry.traces.enable),
          logs: stateOf('logs', telemetry.logs.enable),
        }),
      },
    }
  },
})

const tones = { off: 'grey', waiting: 'grey', on: 'accent', exporting: 'accent', failing: 'red' } as const

/** State of the monitoring integration, with a link to its settings. Hidden if the broker has none. */
export default function MonitoringSection() {
  const texts = useMessages(messages)
  const presence = usePresence()
  const query = useData(monitoringQuery, undefined)
  if (isNotFound(query.error) || presence({ get: '/prometheus' }) === 'forbidden') return null
  return (
    <Section title={texts.monitoring} actions={<Link to="/monitoring/integration">{texts.monitoringSettings}</Link>}>
      <QueryView query={query} quiet skeleton={<Skeleton height={44} />}>
        {({ basicAuth, exports }) => (
          <DescriptionList
            minWidth={170}
            items={[
              {
                label: texts.prometheus,
                value: (
                  <StatusDot tone="accent">{basicAuth ? texts.readyToScrapeWithKey : texts.readyToScrape}</StatusDot>
                ),
              },
              ...ways
                .filter((way) => exports[way] !== undefined)
                .map((way) => ({ label: texts.exports[way], value: <State of={exports[way] ?? 'off'} /> })),
            ]}
          />
        )}
      </QueryView>
    </Section>
  )
}

function State({ of: state }: { readonly of: keyof typeof tones }) {
  const { exportStates } = useMessages(messages)
  return <StatusDot tone={tones[state]}>{exportStates[state]}</StatusDot>
}
