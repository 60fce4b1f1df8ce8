import { useMemo } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { type Column, Dim, Link, MarkedName, RelativeTime, Stack, Switch } from '../../../ui/index.ts'
import { idOf, isWebhook, type Kind, type Named, pages } from '../kinds.ts'
import { messages } from '../messages.ts'
import { StatusCell } from '../status.tsx'
import { useTypeInfo } from '../types.ts'
import type { Listed } from './list-state.ts'

export interface Switching<Row> {
  readonly enable: (row: Row) => Promise<boolean>
  readonly disable: (row: Row) => Promise<boolean>
}

/** Columns of all kinds. Specific columns go between `lead` and `tail`. */
export function useSharedColumns<Row extends Listed & Named>(
  kind: Kind,
  isViewer: boolean,
  { enable, disable }: Switching<Row>,
): { readonly lead: readonly Column<Row>[]; readonly tail: readonly Column<Row>[] } {
  const texts = useMessages(messages)
  const infoOf = useTypeInfo()
  return useMemo(
    () => ({
      lead: [
        {
          id: 'name',
          header: texts.name,
          width: 220,
          sortable: true,
          cell: (row) => (
            <MarkedName type={infoOf(row.type)}>
              <Link to={pages[kind].detail} params={{ id: idOf(row) }}>
                {row.name}
              </Link>
            </MarkedName>
          ),
        },
        {
          id: 'status',
          header: texts.status,
          width: 170,
          sortable: true,
          cell: (row) => <StatusCell of={row} />,
        },
        { id: 'type', header: texts.type, width: 130, sortable: true, cell: (row) => infoOf(row.type).label },
        {
          id: 'enabled',
          header: texts.enabled,
          width: 92,
          sortable: true,
          cell: (row) =>
            isWebhook(row) ? (
              <Dim>{texts.webhook}</Dim>
            ) : (
              <Switch
                aria-label={texts.enableNamed(row.name)}
                checked={row.enable !== false}
                disabled={isViewer}
                onChange={(on) => void (on ? enable(row) : disable(row))}
              />
            ),
        },
      ],
      tail: [
        { id: 'description', header: texts.descriptionLabel, width: 160, cell: (row) => row.description ?? '' },
        {
          id: 'tags',
          header: texts.tags,
          optional: true,
          cell: (row) => (row.tags ?? []).join(', '),
        },
      ],
    }),
    [kind, isViewer, texts, infoOf, enable, disable],
  )
}

/** Relative time. Older brokers do not report it. */
export const Time = ({ at }: { readonly at: number | undefined }) =>
  at === undefined || at === 0 ? <Dim>–</Dim> : <RelativeTime time={at} />

/** A list of links to actions or sources. */
export function LinkList({ kind, ids }: { readonly kind: Kind; readonly ids: readonly string[] }) {
  return (
    <Stack gap={1}>
      {ids.map((id) => (
        <Link key={id} to={pages[kind].detail} params={{ id }}>
          {id}
        </Link>
      ))}
    </Stack>
  )
}
