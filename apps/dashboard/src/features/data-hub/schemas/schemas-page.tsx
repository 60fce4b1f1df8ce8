import type { RegisteredSchema } from '@mqdeck/contract'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { QueryTable, RefreshControl, useData, useDelete, useIsViewer, useRowActions } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { Button, type Column, EmptyState, Link, PageHeader, useGo } from '../../../ui/index.ts'
import { schemaMessages } from './messages.ts'
import { schemaChanges, schemasQuery } from './queries.ts'

export default function SchemasPage() {
  const texts = useMessages(schemaMessages)
  const go = useGo()
  const isViewer = useIsViewer()
  const query = useData(schemasQuery, undefined)
  const rowAction = useRowActions()
  const remove = useDelete(schemaChanges.remove, {
    kind: 'schema',
    nameOf: ({ name }) => name,
    consequence: texts.deleteNote,
  })
  const isEmpty = query.data?.length === 0
  const create = !isViewer && (
    <Button variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => go({ to: '/schema/create' })}>
      {texts.newSchema}
    </Button>
  )
  const rows = useMemo(() => query.data?.toSorted((a, b) => a.name.localeCompare(b.name)), [query.data])
  return (
    <>
      <PageHeader
        description={texts.about}
        actions={
          <>
            <RefreshControl queries={[query]} />
            {!isEmpty && create}
          </>
        }
      />
      <QueryTable
        query={query}
        label={texts.schemas}
        columns={useColumns()}
        rows={rows}
        rowId={({ name }) => name}
        rowName={({ name }) => name}
        summary={rows && !isEmpty && texts.count(rows.length)}
        empty={<EmptyState title={texts.none} hint={texts.noneHint} action={create} />}
        {...(!isViewer && {
          rowActions: (schema: RegisteredSchema) => [
            rowAction.edit(() => go({ to: '/schema/detail/$name', params: { name: schema.name } })),
            rowAction.delete(() => void remove([schema])),
          ],
        })}
      />
    </>
  )
}

function useColumns(): readonly Column<RegisteredSchema>[] {
  const texts = useMessages(schemaMessages)
  return useMemo(
    () => [
      {
        id: 'name',
        header: texts.name,
        width: 260,
        cell: ({ name }) => (
          <Link to="/schema/detail/$name" params={{ name }}>
            {name}
          </Link>
        ),
      },
      { id: 'type', header: texts.type, width: 140, cell: ({ type }) => typeName(texts.types, type) },
      { id: 'description', header: texts.descriptionLabel, width: 420, cell: ({ description }) => description },
    ],
    [texts],
  )
}

/** A newer broker may have other types. */
export const typeName = (names: Readonly<Record<string, string>>, type: string): string => names[type] ?? type
