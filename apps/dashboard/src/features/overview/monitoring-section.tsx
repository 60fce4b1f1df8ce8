import { isNotFound, QueryView, useData, usePresence } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { DescriptionList, Link, Section, Skeleton, StatusDot } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { monitoringExports, monitoringQuery } from './queries.ts'

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
              ...monitoringExports
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
