import { lazy, Suspense } from 'react'
import { DetailPage, useChange, useData, useDelete, useIsViewer } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { Button, Link, Mono, Skeleton, toast, useGo, usePathParam } from '../../../ui/index.ts'
import { schemaMessages } from './messages.ts'
import { registryChanges, registryQuery } from './queries.ts'

// The header appears before the form has loaded.
const RegistryForm = lazy(async () => ({ default: (await import('./registry-form.tsx')).RegistryForm }))

export default function RegistryPage() {
  const name = usePathParam('name')
  return <Detail key={name} name={name} />
}

function Detail({ name }: { readonly name: string }) {
  const texts = useMessages(schemaMessages)
  const go = useGo()
  const isViewer = useIsViewer()
  const query = useData(registryQuery, { name })
  const { run } = useChange(registryChanges.update)
  const remove = useDelete(registryChanges.remove, {
    kind: 'externalRegistry',
    nameOf: (one: { readonly name: string }) => one.name,
    consequence: texts.registryDeleteNote,
  })
  return (
    <DetailPage
      query={query}
      name={name}
      description={({ url }) => <Mono>{url}</Mono>}
      actions={() =>
        !isViewer && (
          <Button
            variant="danger"
            onClick={async () => {
              if (await remove([{ name }])) go({ to: '/schema/external' })
            }}
          >
            {texts.delete}
          </Button>
        )
      }
      missing={{
        title: texts.registryNotFound,
        hint: texts.registryNotFoundHint(name),
        action: <Link to="/schema/external">{texts.allRegistries}</Link>,
      }}
      content={(registry) => (
        <Suspense fallback={<Skeleton height={320} />}>
          <RegistryForm
            name={name}
            value={registry}
            readOnly={isViewer}
            confirmDiff
            onSave={async (_, settings) => {
              await run({ name, settings })
              toast.success(texts.savedNamed(name))
            }}
          />
        </Suspense>
      )}
    />
  )
}
