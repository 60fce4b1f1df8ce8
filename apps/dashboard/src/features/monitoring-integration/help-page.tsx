import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { QueryError, QueryView, useData } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { downloadText } from '../../lib/browser/download.ts'
import {
  Button,
  Checkbox,
  CodeBlock,
  Dim,
  FieldFrame,
  Fields,
  NumberField,
  PageHeader,
  Section,
  Select,
  Skeleton,
  Stack,
  SwitchField,
  TagsField,
} from '../../ui/index.ts'
import { createGrafanaDashboard } from './grafana-dashboard.ts'
import { helpMessages } from './help-messages.ts'
import styles from './help-page.module.css'
import { exportedMetricsQuery, nodeTargetsQuery } from './queries.ts'
import { isTarget, type NodeTargets, type ScrapeConfig, scrapePaths, writeScrapeConfig } from './scrape-config.ts'

/** Configuration for Prometheus, Grafana and the OpenTelemetry Collector, ready to download or copy. */
export default function HelpPage() {
  const nodes = useData(nodeTargetsQuery, undefined)
  return (
    <>
      <PageHeader />
      <Stack gap={4}>
        <QueryView query={nodes} skeleton={<Skeleton height={900} />}>
          {(nodes) => <PrometheusHelp nodes={nodes} />}
        </QueryView>
        <GrafanaHelp />
        <CollectorHelp />
      </Stack>
    </>
  )
}

const modes = ['node', 'all_nodes_aggregated', 'all_nodes_unaggregated'] as const
const iconSize = { size: 16, 'aria-hidden': true } as const

/** @param nodes of a cluster; without targets for a single node, which is scraped at the address of this page */
const initialConfig = ({ targets, isHttps: isSecure }: NodeTargets): ScrapeConfig => {
  const { hostname, port, protocol } = window.location
  const isHttps = protocol === 'https:'
  const common = { interval: 10, hasBasicAuth: false, nodeExporters: [], pushGateways: [], paths: scrapePaths } as const
  if (targets.length > 0) return { ...common, targets, isHttps: isSecure, mode: 'node', apiPath: '/api/v5' }
  return {
    ...common,
    targets: [`${hostname}:${port === '' ? (isHttps ? 443 : 80) : port}`],
    isHttps,
    mode: 'node',
  }
}

const isInterval = (value: number | undefined): value is number => Number.isInteger(value) && Number(value) >= 1

function PrometheusHelp({ nodes }: { readonly nodes: NodeTargets }) {
  const texts = useMessages(helpMessages)
  const [config, setConfig] = useState(() => initialConfig(nodes))
  const change = (changes: Partial<ScrapeConfig>) => setConfig({ ...config, ...changes })
  const [interval, setInterval] = useState<number | undefined>(10)
  const text = writeScrapeConfig({ ...config, interval: isInterval(interval) ? interval : 10 })
  const targets = (field: 'targets' | 'nodeExporters' | 'pushGateways') => ({
    value: config[field],
    onChange: (value: readonly string[]) => change({ [field]: value }),
    mono: true,
    check: (target: string) => (isTarget(target) ? undefined : texts.invalidTarget),
  })
  const isEmpty = config.targets.length === 0
  const isInvalid = isEmpty || !isInterval(interval)
  return (
    <Section
      title={texts.prometheus}
      actions={
        <Button
          icon={<IconDownload {...iconSize} />}
          disabled={isInvalid}
          onClick={() => downloadText(texts.fileName, 'application/yaml', text)}
        >
          {texts.download}
        </Button>
      }
    >
      <div className={styles.columns}>
        <Fields>
          <TagsField
            {...targets('targets')}
            label={texts.targets}
            help={texts.targetsHelp}
            {...(isEmpty && { error: texts.noTarget })}
          />
          <Select
            label={texts.mode}
            help={texts.modeHelp}
            value={config.mode}
            onChange={(mode) => mode && change({ mode })}
            options={modes.map((value) => ({ value, label: texts.modes[value] }))}
          />
          <FieldFrame label={texts.metrics} group>
            {() => (
              <Stack gap={2}>
                {scrapePaths.map((path) => (
                  <Checkbox
                    key={path}
                    label={texts.paths[path]}
                    checked={config.paths.includes(path)}
                    disabled={config.paths.length === 1 && config.paths.includes(path)}
                    onChange={(isChecked) =>
                      change({
                        paths: scrapePaths.filter((one) => (one === path ? isChecked : config.paths.includes(one))),
                      })
                    }
                  />
                ))}
              </Stack>
            )}
          </FieldFrame>
          <NumberField
            label={texts.interval}
            unit={texts.seconds}
            value={interval}
            min={1}
            onChange={setInterval}
            {...(!isInterval(interval) && { error: texts.invalidInterval })}
          />
          <SwitchField label={texts.https} checked={config.isHttps} onChange={(isHttps) => change({ isHttps })} />
          <SwitchField
            label={texts.basicAuth}
            help={texts.basicAuthHelp}
            checked={config.hasBasicAuth}
            onChange={(hasBasicAuth) => change({ hasBasicAuth })}
          />
          <TagsField {...targets('nodeExporters')} label={texts.nodeExporters} help={texts.nodeExportersHelp} />
          <TagsField {...targets('pushGateways')} label={texts.pushGateways} help={texts.pushGatewaysHelp} />
        </Fields>
        <Stack gap={2}>
          <Dim>{texts.prometheusIntro}</Dim>
          <CodeBlock code={text} />
        </Stack>
      </div>
    </Section>
  )
}

function GrafanaHelp() {
  const texts = useMessages(helpMessages)
  const metrics = useData(exportedMetricsQuery, undefined)
  const { data: exported } = metrics
  const save = (names: ReadonlySet<string>) =>
    downloadText(
      'mqdeck-grafana.json',
      'application/json',
      `${JSON.stringify(createGrafanaDashboard(names), null, 2)}\n`,
    )
  return (
    <Section
      title={texts.grafana}
      actions={
        <Button icon={<IconDownload {...iconSize} />} disabled={!exported} onClick={() => exported && save(exported)}>
          {texts.downloadDashboard}
        </Button>
      }
    >
      <Stack gap={3}>
        <div>{texts.grafanaIntro}</div>
        {!exported && metrics.error && <QueryError query={metrics} />}
        <ol className={styles.steps}>
          {texts.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <Dim>{texts.grafanaPanels}</Dim>
      </Stack>
    </Section>
  )
}

function CollectorHelp() {
  const texts = useMessages(helpMessages)
  return (
    <Section title={texts.collector}>
      <Stack gap={3}>
        <div>{texts.collectorIntro}</div>
        <CodeBlock code={collectorConfig} />
      </Stack>
    </Section>
  )
}

/** A minimal OpenTelemetry Collector configuration that prints everything it receives. */
const collectorConfig = `receivers:
  otlp:
    protocols:
      grpc:
        endpoint: 127.0.0.1:4317

exporters:
  debug:
    verbosity: detailed

service:
  pipelines:
    metrics:
      receivers: [otlp]
      exporters: [debug]
    traces:
      receivers: [otlp]
      exporters: [debug]
    logs:
      receivers: [otlp]
      exporters: [debug]
`
