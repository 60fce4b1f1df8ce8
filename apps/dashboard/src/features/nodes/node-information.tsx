import type { NodeInfo } from '@mqdeck/contract'
import { connectionsText, type Loaded, loadText, NodeMemory, QueryView, useData, useEdition } from '../../api/index.ts'
import { dash, useFormat, useMessages } from '../../i18n/index.ts'
import { DescriptionList, Mono, Section, Skeleton, StatusDot } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { licenseQuery } from './queries.ts'

export function NodeInformation({ query }: { readonly query: Loaded<NodeInfo> }) {
  const texts = useMessages(messages)
  return (
    <Section title={texts.information}>
      <QueryView query={query} quiet skeleton={<Skeleton height={300} />}>
        {(info) => <Facts info={info} />}
      </QueryView>
    </Section>
  )
}

function Facts({ info }: { readonly info: NodeInfo }) {
  const texts = useMessages(messages)
  const format = useFormat()
  return (
    <DescriptionList
      minWidth={170}
      items={[
        { label: texts.role, value: texts.roles[info.role] },
        { label: texts.version, value: <Version info={info} /> },
        { label: texts.uptime, value: format.duration(info.uptime) },
        { label: texts.runtime, value: info.otp_release },
        {
          label: texts.connections,
          value: connectionsText(info, format),
        },
        { label: texts.load, value: loadText(info) },
        ...(info.os_cpu_load === undefined
          ? []
          : [{ label: texts.cpuLoad, value: format.percent(info.os_cpu_load / 100) }]),
        { label: texts.memory, value: <NodeMemory node={info} /> },
        {
          label: texts.processes,
          value: `${format.number(info.process_used)} / ${format.number(info.process_available)}`,
        },
        { label: texts.maxFiles, value: format.number(info.max_fds) },
        { label: texts.license, value: <License /> },
        { label: texts.logPath, value: <Path text={info.log_path} /> },
        { label: texts.systemPath, value: <Path text={info.sys_path} /> },
      ]}
    />
  )
}

/** MQDeck has one edition; EMQX names its own "Opensource" and "Enterprise". */
function Version({ info }: { readonly info: NodeInfo }) {
  const { editions } = useMessages(messages)
  const edition = useEdition()
  const name = edition === undefined || edition === 'mqdeck' ? undefined : editions[edition]
  return [info.version, name].filter(Boolean).join(' · ')
}

function License() {
  const texts = useMessages(messages)
  const format = useFormat()
  const edition = useEdition()
  const { data } = useData(licenseQuery, undefined, { enabled: edition === 'enterprise' })
  if (edition !== 'enterprise') return texts.noLicense
  if (!data) return dash
  const date = format.date(data.expiry_at)
  return data.expiry === true ? <StatusDot tone="red">{texts.licenseExpired(date)}</StatusDot> : date
}

/** A broker without such a folder may report a sentence instead of a path. */
function Path({ text = dash }: { readonly text: string | undefined }) {
  return /^(\/|[A-Za-z]:\\)/.test(text) ? <Mono>{text}</Mono> : text
}
