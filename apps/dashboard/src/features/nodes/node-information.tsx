import type { NodeInfo } from '@mqdeck/contract'
import { type Loaded, QueryView } from '../../data/index.ts'
import { dash, useFormat, useMessages } from '../../i18n/index.ts'
import { parseByteSize } from '../../lib/byte-size.ts'
import { DescriptionList, LimitBar, Mono, Section, Skeleton } from '../../ui/index.ts'
import { messages } from './messages.ts'

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
  const { columns } = texts
  const used = parseByteSize(info.memory_used)
  const loads = [info.load1, info.load5, info.load15].map((load) => format.number(load)).join(' / ')
  return (
    <DescriptionList
      minWidth={170}
      items={[
        { label: columns.role, value: texts.roles[info.role] },
        { label: columns.version, value: [info.version, info.edition].filter(Boolean).join(' · ') },
        { label: columns.uptime, value: format.duration(info.uptime) },
        { label: texts.runtime, value: info.otp_release },
        {
          label: columns.connections,
          value: `${format.number(info.live_connections)} / ${format.number(info.connections)}`,
        },
        { label: columns.load, value: loads },
        {
          label: columns.memory,
          value: used !== undefined && (
            <LimitBar value={used} limit={parseByteSize(info.memory_total)} formatValue={format.bytes} />
          ),
        },
        {
          label: columns.processes,
          value: `${format.number(info.process_used)} / ${format.number(info.process_available)}`,
        },
        { label: texts.maxFiles, value: format.number(info.max_fds) },
        { label: texts.logPath, value: <Path text={info.log_path} /> },
        { label: texts.systemPath, value: <Path text={info.sys_path} /> },
      ]}
    />
  )
}

/** A broker without such a folder may say so in words. */
function Path({ text = dash }: { readonly text: string | undefined }) {
  return /^(\/|[A-Za-z]:\\)/.test(text) ? <Mono>{text}</Mono> : text
}
