import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { QueryTable, RefreshControl, useData, useDelete, useIsViewer, useRowActions } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { Button, type Column, Dim, EmptyState, FormDrawer, Mono, PageHeader, Skeleton } from '../../../ui/index.ts'
import { schemaMessages } from './messages.ts'
import { type Registry, registriesQuery, registryChanges } from './queries.ts'

const RegistryForm = lazy(async () => ({ default: (await import('./registry-form.tsx')).RegistryForm }))

export default function RegistriesPage() {
  const texts = useMessages(schemaMessages)
  const isViewer = useIsViewer()
  const query = useData(registriesQuery, undefined)
  const [edited, setEdited] = useState<Registry | 'new'>()
  const rowAction = useRowActions()
  const remove = useDelete(registryChanges.remove, {
    kind: 'externalRegistry',
    nameOf: ({ name }) => name,
    consequence: texts.registryDeleteNote,
  })
  const isEmpty = query.data?.length === 0
  const create = !isViewer && (
    <Button variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {texts.newRegistry}
    </Button>
  )
  return (
    <>
      <PageHeader
        description={texts.registriesAbout}
        actions={
          <>
            <RefreshControl queries={[query]} />
            {!isEmpty && create}
          </>
        }
      />
      <QueryTable
        query={query}
        label={texts.registries}
        columns={useColumns()}
        rows={query.data}
        rowId={({ name }) => name}
        rowName={({ name }) => name}
        summary={query.data && !isEmpty && texts.registryCount(query.data.length)}
        empty={<EmptyState title={texts.noRegistries} hint={texts.noRegistriesHint} action={create} />}
        {...(!isViewer && {
          rowActions: (registry: Registry) => [
            rowAction.edit(() => setEdited(registry)),
            rowAction.delete(() => void remove([registry])),
          ],
        })}
      />
      <FormDrawer
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited === undefined || edited === 'new' ? texts.newRegistry : texts.editRegistry(edited.name)}
        size={680}
      >
        {({ onDirty }) =>
          edited !== undefined && (
            <Suspense fallback={<Skeleton height={320} />}>
              <RegistryForm edited={edited} onDirty={onDirty} onDone={() => setEdited(undefined)} />
            </Suspense>
          )
        }
      </FormDrawer>
    </>
  )
}

function useColumns(): readonly Column<Registry>[] {
  const texts = useMessages(schemaMessages)
  return useMemo(
    () => [
      { id: 'name', header: texts.name, width: 240, cell: ({ name }) => name },
      { id: 'url', header: texts.url, width: 420, cell: ({ url }) => <Mono truncate>{url}</Mono> },
      {
        id: 'authentication',
        header: texts.authentication,
        width: 200,
        cell: ({ auth }) =>
          auth === undefined || typeof auth === 'string' ? <Dim>{texts.noAuthentication}</Dim> : auth.username,
      },
    ],
    [texts],
  )
}
