import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { QueryTable, useData, useDelete, useIsViewer, useRowActions } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { Button, type Column, EmptyState, Link, Mono, PageHeader, useGo } from '../../../ui/index.ts'
import { schemaMessages } from './messages.ts'
import { type NamedRegistry, registriesQuery, registryChanges } from './queries.ts'

export default function RegistriesPage() {
  const texts = useMessages(schemaMessages)
  const format = useFormat()
  const go = useGo()
  const isViewer = useIsViewer()
  const rowAction = useRowActions()
  const query = useData(registriesQuery, undefined)
  const remove = useDelete(registryChanges.remove, {
    kind: 'externalRegistry',
    nameOf: ({ name }: Pick<NamedRegistry, 'name'>) => name,
    consequence: texts.registryDeleteNote,
  })
  const columns = useMemo(
    (): readonly Column<NamedRegistry>[] => [
      {
        id: 'name',
        header: texts.name,
        width: 220,
        cell: ({ name }) => (
          <Link to="/schema/external/detail/$name" params={{ name }}>
            {name}
          </Link>
        ),
      },
      { id: 'url', header: 'URL', width: 320, cell: ({ url }) => <Mono truncate>{url}</Mono> },
      {
        id: 'auth',
        header: texts.authentication,
        width: 200,
        cell: ({ auth }) => (typeof auth === 'object' ? texts.basic(auth.username) : texts.noAuthentication),
      },
    ],
    [texts],
  )
  const rows = query.data
  const create = !isViewer && (
    <Button
      variant="primary"
      icon={<IconPlus size={16} aria-hidden />}
      onClick={() => go({ to: '/schema/external/create' })}
    >
      {texts.newRegistry}
    </Button>
  )
  return (
    <>
      <PageHeader description={texts.registriesAbout} actions={rows?.length !== 0 && create} />
      <QueryTable
        query={query}
        label={texts.registries}
        columns={columns}
        rows={rows}
        rowId={({ name }) => name}
        skeletonRows={3}
        summary={rows && rows.length > 0 && texts.registryCount(format.number(rows.length))}
        empty={<EmptyState title={texts.noRegistries} hint={texts.noRegistriesHint} action={create} />}
        {...(!isViewer && {
          rowActions: ({ name }: NamedRegistry) => [
            rowAction.edit(() => go({ to: '/schema/external/detail/$name', params: { name } })),
            rowAction.delete(() => remove([{ name }])),
          ],
        })}
      />
    </>
  )
}
