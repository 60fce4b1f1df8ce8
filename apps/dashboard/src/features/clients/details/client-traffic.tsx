import type { Client } from '@mqdeck/contract'
import { useMemo } from 'react'
import { dash, useFormat, useMessages } from '../../../i18n/index.ts'
import { type Column, DataTable } from '../../../ui/index.ts'
import styles from './client-traffic.module.css'
import { detailMessages } from './detail-messages.ts'

interface CounterRow {
  readonly name: keyof typeof detailMessages.en.counters
  readonly received?: number | undefined
  readonly sent?: number | undefined
  /** A breakdown of the row above. */
  readonly isPart?: true
}

/** Counters of received and sent traffic. */
export function ClientTraffic({ client }: { readonly client: Client }) {
  const texts = useMessages(detailMessages)
  const rows = useMemo(() => countersOf(client), [client])
  return (
    <DataTable
      label={texts.traffic}
      columns={useCounterColumns()}
      rows={rows}
      rowId={({ name }) => name}
      summary={<h2 className={styles.title}>{texts.traffic}</h2>}
    />
  )
}

function useCounterColumns(): readonly Column<CounterRow>[] {
  const texts = useMessages(detailMessages)
  const format = useFormat()
  return useMemo(() => {
    const amount = (name: CounterRow['name'], value: number | undefined) => {
      if (value === undefined) return dash
      return name === 'bytes' ? <span title={format.number(value)}>{format.bytes(value)}</span> : format.number(value)
    }
    return [
      {
        id: 'counter',
        header: texts.counter,
        width: 200,
        cell: ({ name, isPart }) => <span className={isPart && styles.part}>{texts.counters[name]}</span>,
      },
      {
        id: 'received',
        header: texts.received,
        width: 90,
        align: 'end',
        cell: ({ name, received }) => amount(name, received),
      },
      { id: 'sent', header: texts.sent, width: 90, align: 'end', cell: ({ name, sent }) => amount(name, sent) },
    ]
  }, [texts, format])
}

/** Bytes and transport packets are only known while the client is connected. */
function countersOf(client: Client): readonly CounterRow[] {
  return [
    { name: 'bytes', received: client.recv_oct, sent: client.send_oct },
    { name: 'tcp', received: client.recv_cnt, sent: client.send_cnt },
    { name: 'packets', received: client.recv_pkt, sent: client.send_pkt },
    { name: 'messages', received: client.recv_msg, sent: client.send_msg },
    { name: 'qos0', received: client['recv_msg.qos0'], sent: client['send_msg.qos0'], isPart: true },
    { name: 'qos1', received: client['recv_msg.qos1'], sent: client['send_msg.qos1'], isPart: true },
    { name: 'qos2', received: client['recv_msg.qos2'], sent: client['send_msg.qos2'], isPart: true },
    { name: 'dropped', received: client['recv_msg.dropped'], sent: client['send_msg.dropped'] },
    { name: 'pubrelTimeout', received: client['recv_msg.dropped.await_pubrel_timeout'], isPart: true },
    { name: 'queueFull', sent: client['send_msg.dropped.queue_full'], isPart: true },
    { name: 'expired', sent: client['send_msg.dropped.expired'], isPart: true },
    { name: 'tooLarge', sent: client['send_msg.dropped.too_large'], isPart: true },
  ]
}
