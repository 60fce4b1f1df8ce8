import type { ExportState } from '@mqdeck/contract'
import { useData } from '../../api/index.ts'
import { Reason } from '../../api/nodes/node-states/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { DescriptionList, Dim, RelativeTime, Section, Stack, StatusDot } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { exportStatesQuery } from './queries.ts'

type Exporter = 'push_gateway' | 'metrics' | 'traces' | 'logs'

const tones = { off: 'grey', waiting: 'grey', exporting: 'accent', failing: 'red' } as const

/** State of each exporter. Hidden if the broker does not report it or all exporters are disabled. */
export function ExportStatesSection({ exporters }: { readonly exporters: readonly Exporter[] }) {
  const texts = useMessages(messages)
  const states = useData(exportStatesQuery, undefined).data?.states
  if (!states || exporters.every((exporter) => states[exporter].state === 'off')) return null
  const labels: Readonly<Record<Exporter, string>> = { ...texts, push_gateway: texts.pushGateway }
  return (
    <Section title={texts.state}>
      <DescriptionList
        items={exporters.map((exporter) => ({ label: labels[exporter], value: <State {...states[exporter]} /> }))}
      />
    </Section>
  )
}

function State({ state, reason, succeeded_at: succeededAt, dropped }: ExportState) {
  const texts = useMessages(messages)
  const format = useFormat()
  const labels = { ...texts, off: texts.disabled }
  return (
    <Stack gap={1}>
      <span>
        <StatusDot tone={tones[state]}>{labels[state]}</StatusDot>
        {succeededAt !== undefined && state !== 'off' && (
          <Dim small>
            {' '}
            · {texts.lastSent} <RelativeTime time={succeededAt} />
          </Dim>
        )}
      </span>
      {state === 'failing' && <Reason>{reason ?? ''}</Reason>}
      {dropped > 0 && <Dim small>{texts.droppedSinceStart(format.number(dropped))}</Dim>}
    </Stack>
  )
}
