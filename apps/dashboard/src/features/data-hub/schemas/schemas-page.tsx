import type { RegisteredSchema } from '@mqdeck/contract'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { QueryTable, useData, useIsViewer, useRowActions } from '../../../api/index.ts'
import { dash, useFormat, useMessages } from '../../../i18n/index.ts'
import { Button, type Column, Dim, EmptyState, Link, PageHeader, useGo } from '../../../ui/index.ts'
import { decoderMessages } from '../decoders/messages.ts'
import { schemasQuery } from '../decoders/queries.ts'
import { useBindings } from '../decoders/use-bindings.ts'
import { schemaMessages } from './messages.ts'
import { schemaUsesQuery } from './queries.ts'
import { useDeleteSchema } from './use-delete-schema.tsx'
import { allUsesOf } from './uses.ts'

export default function SchemasPage() {
  const texts = useMessages(schemaMessages)
  const format = useFormat()
  const go = useGo()
  const isViewer = useIsViewer()
  const rowAction = useRowActions()
  const query = useData(schemasQuery, undefined)
  const remove = useDeleteSchema()
  const columns = useColumns()
  const rows = query.data
  const create = !isViewer && (
    <Button variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => go({ to: '/schema/create' })}>
      {texts.newSchema}
    </Button>
  )
  return (
    <>
      <PageHeader description={texts.about} actions={rows?.length !== 0 && create} />
      <QueryTable
        query={query}
        label={texts.title}
        columns={columns}
        rows={rows}
        rowId={({ name }) => name}
        skeletonRows={3}
        summary={rows && rows.length > 0 && texts.count(format.number(rows.length))}
        empty={<EmptyState title={texts.none} hint={texts.noneHint} action={create} />}
        {...(!isViewer && {
          rowActions: ({ name }: RegisteredSchema) => [
            rowAction.edit(() => go({ to: '/schema/detail/$name', params: { name } })),
            rowAction.duplicate(() => go({ to: '/schema/create', search: { copy: name } })),
            rowAction.delete(() => remove(name)),
          ],
        })}
      />
    </>
  )
}

function useColumns(): readonly Column<RegisteredSchema>[] {
  const texts = useMessages(schemaMessages)
  const { typeOf } = useMessages(decoderMessages)
  const format = useFormat()
  const { data: uses } = useData(schemaUsesQuery, undefined)
  const bindings = useBindings()
  return useMemo(
    () => [
      {
        id: 'name',
        header: texts.name,
        width: 220,
        cell: ({ name }) => (
          <Link to="/schema/detail/$name" params={{ name }}>
            {name}
          </Link>
        ),
      },
      { id: 'type', header: texts.type, width: 130, cell: ({ type }) => typeOf(type) },
      { id: 'description', header: texts.descriptionLabel, width: 280, cell: ({ description }) => description },
      {
        id: 'uses',
        header: texts.usedBy,
        width: 110,
        cell: ({ name }) => {
          const count = uses && allUsesOf(name, uses, bindings).length
          if (count === undefined || count === 0) return <Dim>{dash}</Dim>
          return (
            <Link to="/schema/detail/$name" params={{ name }} search={{ tab: 'uses' }}>
              {texts.uses(format.number(count))}
            </Link>
          )
        },
      },
    ],
    [texts, typeOf, format, uses, bindings],
  )
}
