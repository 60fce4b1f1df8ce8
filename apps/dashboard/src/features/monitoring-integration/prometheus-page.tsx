import { prometheus, toComponents } from '@mqdeck/contract'
import { useMemo } from 'react'
import { deployment, EditionHint, useEdition } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { SettingsPage } from '../../schema-form/index.ts'
import { CopyButton, DescriptionList, Dim, Group, Link, Mono, PageHeader, Section, Stack } from '../../ui/index.ts'
import { erlangTexts } from './erlang-texts.ts'
import { ExportStatesSection } from './export-states.tsx'
import { messages } from './messages.ts'
import { prometheusQuery, savePrometheus } from './queries.ts'

const schemas = toComponents([prometheus])
const document = { components: { schemas } }
/** The MQDeck broker cannot change the collectors of the Erlang virtual machine. */
const editable = JSON.parse(JSON.stringify(document, (key, value) => (key === 'readOnly' ? undefined : value)))

export default function PrometheusPage() {
  const texts = useMessages(messages)
  const isErlang = useEdition() !== 'mqdeck'
  const groups = useMemo(
    () => [
      { title: texts.scraping, fields: ['enable_basic_auth'] },
      {
        title: texts.pushGateway,
        fields: ['enable', 'url', 'interval', 'method', 'job_name', 'headers'].map((name) => `push_gateway.${name}`),
      },
      {
        title: texts.collectors,
        fields: [...collectors, ...(isErlang ? erlangCollectors : [])],
      },
    ],
    [texts, isErlang],
  )
  return (
    <SettingsPage
      header={<PageHeader />}
      root="prometheus"
      document={isErlang ? editable : document}
      component="prometheus.recommend_setting"
      query={prometheusQuery}
      change={savePrometheus}
      groups={groups}
      {...(isErlang ? { texts: erlangTexts } : { hide: erlangCollectors })}
      note={() => (
        <Stack gap={4}>
          <EditionHint feature="openTelemetry" />
          <Endpoints />
          <ExportStatesSection exporters={pushExporters} />
        </Stack>
      )}
    />
  )
}

const pushExporters = ['push_gateway'] as const
const collectors = ['collectors.vm_statistics', 'collectors.vm_memory', 'collectors.vm_system_info']
/** Collectors that only the Erlang virtual machine has. */
const erlangCollectors = ['collectors.vm_dist', 'collectors.mnesia', 'collectors.vm_msacc']

function Endpoints() {
  const texts = useMessages(messages)
  const paths = [
    [texts.stats, `${deployment.apiUrl}/prometheus/stats`],
    [texts.auth, `${deployment.apiUrl}/prometheus/auth`],
    [texts.dataIntegration, `${deployment.apiUrl}/prometheus/data_integration`],
  ] as const
  return (
    <Section title={texts.endpoints}>
      <Stack gap={3}>
        <DescriptionList
          minWidth={320}
          items={paths.map(([label, path]) => ({
            label,
            value: (
              <Group gap={1}>
                <Mono>{path}</Mono>
                <CopyButton value={`${window.location.origin}${path}`} label={texts.copyUrl(path)} />
              </Group>
            ),
          }))}
        />
        <Dim>
          <Link to="/monitoring/integration/help">{texts.setupHelp}</Link>
        </Dim>
      </Stack>
    </Section>
  )
}
