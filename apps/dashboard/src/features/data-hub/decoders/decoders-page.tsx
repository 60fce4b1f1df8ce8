import type { RegisteredSchema } from '@mqdeck/contract'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useData, useRowActions } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import {
  Button,
  type Column,
  confirm,
  EmptyState,
  Link,
  Mono,
  OrderedTable,
  PageHeader,
  toast,
} from '../../../ui/index.ts'
import { BindingDialog } from './binding-dialog.tsx'
import { type Binding, bindings } from './bindings.ts'
import { decoderMessages } from './messages.ts'
import { schemasQuery } from './queries.ts'
import { useBindings } from './use-bindings.ts'

const none: readonly RegisteredSchema[] = []
const filterOf = ({ filter }: Binding) => filter

export default function DecodersPage() {
  const texts = useMessages(decoderMessages)
  const format = useFormat()
  const rowAction = useRowActions()
  const all = useBindings()
  const [edited, setEdited] = useState<Binding | 'new'>()
  // Only the dialog needs them.
  const { data: schemas = none } = useData(schemasQuery, undefined, { enabled: edited !== undefined })
  const columns = useColumns()
  const create = (
    <Button variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {texts.newDecoder}
    </Button>
  )
  const remove = async ({ filter }: Binding) => {
    if (!(await confirm({ title: texts.deleteTitle(filter), action: texts.deleteAction, danger: true, isLocal: true })))
      return
    bindings.set(bindings.get().filter((one) => one.filter !== filter))
    toast.success(texts.deletedFor(filter))
  }
  return (
    <>
      <PageHeader description={texts.about} actions={all.length > 0 && create} />
      <OrderedTable
        label={texts.title}
        columns={columns}
        rows={all}
        rowId={filterOf}
        rowName={filterOf}
        onMove={(from, to) => {
          const [moved] = all.slice(from, from + 1)
          if (moved) bindings.set(all.toSpliced(from, 1).toSpliced(to, 0, moved))
        }}
        rowActions={(binding) => [
          // Of this browser only, so that viewers can change them too.
          { ...rowAction.edit(() => setEdited(binding)), disabled: false },
          { ...rowAction.delete(() => void remove(binding)), disabled: false },
        ]}
        summary={all.length > 0 && texts.count(format.number(all.length))}
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
