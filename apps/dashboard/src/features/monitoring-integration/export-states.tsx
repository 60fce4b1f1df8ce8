import type { ExportState } from '@mqdeck/contract'
import { useData } from '../../data/index.ts'
import { Reason } from '../../data/node-states/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { DescriptionList, Dim, RelativeTime, Section, Stack, StatusDot } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { exportStatesQuery } from './queries.ts'

type Way = 'push_gateway' | 'metrics' | 'traces' | 'logs'

const tones = { off: 'grey', waiting: 'grey', exporting: 'accent', failing: 'red' } as const

/** How what is sent to other systems fares; nothing where the broker does not say, and nothing while all of it is off. */
export function ExportStatesSection({ ways }: { readonly ways: readonly Way[] }) {
  const texts = useMessages(messages)
  const states = useData(exportStatesQuery, undefined).data?.states
  if (!states || ways.every((way) => states[way].state === 'off')) return null
  const labels: Readonly<Record<Way, string>> = { ...texts, push_gateway: texts.push }
  return (
    <Section title={texts.state}>
      <DescriptionList items={ways.map((way) => ({ label: labels[way], value: <State {...states[way]} /> }))} />
    </Section>
  )
}

function State({ state, reason, succeeded_at: succeededAt, dropped }: ExportState) {
  const texts = useMessages(messages)
  const format = useFormat()
  return (
    <Stack gap={1}>
      <span>
        <StatusDot tone={tones[state]}>{texts[state]}</StatusDot>
        {succeededAt !== undefined && state !== 'off' && (
          <Dim small>
            {' '}
            · {texts.lastSent} <RelativeTime time={succeededAt} />
          </Dim>
        )}
      </span>
      {state === 'failing' && <Reason>{reason ?? ''}</Reason>}
      {dropped > 0 && <Dim small>{texts.dropped(format.number(dropped))}</Dim>}
    </Stack>
  )
}
