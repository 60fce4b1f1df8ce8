import type { RegisteredSchema } from '@mqdeck/contract'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { QueryError, useData, useErrorText, useRowActions } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import {
  Button,
  type Column,
  confirm,
  EmptyState,
  Group,
  Link,
  Mono,
  Notice,
  OrderedTable,
  PageHeader,
  toast,
} from '../../../ui/index.ts'
import { BindingDialog } from './binding-dialog.tsx'
import { type Binding, bindings as ofBrowser } from './bindings.ts'
import { decoderMessages } from './messages.ts'
import { schemasQuery } from './queries.ts'
import { useBindingsInPlace, useChangeBindings } from './use-bindings.ts'

const none: readonly RegisteredSchema[] = []
const filterOf = ({ filter }: Binding) => filter

export default function DecodersPage() {
  const texts = useMessages(decoderMessages)
  const format = useFormat()
  const rowAction = useRowActions()
  const { all, place, unused, query } = useBindingsInPlace()
  const { change, mayChange } = useChangeBindings()
  const errorText = useErrorText()
  const [edited, setEdited] = useState<Binding | 'new'>()
  // Only the dialog needs them.
  const { data: schemas = none } = useData(schemasQuery, undefined, { enabled: edited !== undefined })
  const columns = useColumns()
  const create = mayChange && (
    <Button variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {texts.newDecoder}
    </Button>
  )
  const remove = async ({ filter }: Binding) => {
    if (
      !(await confirm({
        title: texts.deleteTitle(filter),
        action: texts.deleteAction,
        danger: true,
        isLocal: place === 'browser',
      }))
    )
      return
    await attempt(async () => {
      await change((before) => before.filter((one) => one.filter !== filter))
      toast.success(texts.deletedFor(filter))
    })
  }
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  const move = (from: number, to: number) =>
    attempt(() =>
      change((before) => {
        const id = all[from]?.filter
        const at = before.findIndex(({ filter }) => filter === id)
        const [moved] = before.slice(at, at + 1)
        return moved && at !== -1 ? before.toSpliced(at, 1).toSpliced(to, 0, moved) : before
      }),
    )
  const takeOver = () =>
    attempt(async () => {
      await change((before) => [
        ...before,
        ...unused.filter(({ filter }) => !before.some((one) => one.filter === filter)),
      ])
      ofBrowser.set([])
    })
  return (
    <>
      <PageHeader
        description={place === 'browser' ? texts.about : texts.aboutShared}
        actions={place !== undefined && all.length > 0 && create}
      />
      {unused.length > 0 && mayChange && (
        <Notice>
          <Group justify="between" wrap>
            {texts.unused(format.number(unused.length))}
            <Button size="small" onClick={() => void takeOver()}>
              {texts.takeOver}
            </Button>
          </Group>
        </Notice>
      )}
      <OrderedTable
        label={texts.title}
        columns={columns}
        rows={place === undefined ? undefined : all}
        error={place === undefined && query.error && <QueryError query={query} />}
        rowId={filterOf}
        rowName={filterOf}
        onMove={mayChange ? (from, to) => void move(from, to) : undefined}
        rowActions={
          mayChange
            ? (binding) => [
                // Viewers can change those of their browser.
                { ...rowAction.edit(() => setEdited(binding)), disabled: false },
                { ...rowAction.delete(() => void remove(binding)), disabled: false },
              ]
            : undefined
        }
        summary={place !== undefined && all.length > 0 && texts.count(format.number(all.length))}
        empty={<EmptyState title={texts.empty} hint={texts.emptyHint} action={create} />}
      />
      <BindingDialog
        opened={edited !== undefined}
        initial={edited === 'new' || edited === undefined ? { filter: '', decoder: undefined } : edited}
        edited={edited === 'new' ? undefined : edited?.filter}
        schemas={schemas}
        onClose={() => setEdited(undefined)}
      />
    </>
  )
}

function useColumns(): readonly Column<Binding>[] {
  const texts = useMessages(decoderMessages)
  return useMemo(
    () => [
      { id: 'filter', header: texts.topicFilter, width: 320, cell: ({ filter }) => <Mono truncate>{filter}</Mono> },
      {
        id: 'decoder',
        header: texts.decoder,
        width: 220,
        cell: ({ decoder }) =>
          decoder.format === 'schema' ? (
            <Link to="/schema/detail/$name" params={{ name: decoder.schema }}>
              {decoder.schema}
            </Link>
          ) : (
            texts.formats[decoder.format]
          ),
      },
      {
        id: 'messageType',
        header: texts.messageType,
        width: 220,
        cell: ({ decoder }) => decoder.format === 'schema' && decoder.messageType && <Mono>{decoder.messageType}</Mono>,
      },
    ],
    [texts],
  )
}
