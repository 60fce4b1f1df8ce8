import { useMemo } from 'react'
import { z } from 'zod'
import { QueryView, useChange, useData } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { PageHeader, Skeleton, toast, useGo, useSearchState } from '../../../ui/index.ts'
import { schemasQuery } from '../decoders/queries.ts'
import { formatOf } from '../decoders/use-decoded.ts'
import { schemaMessages } from './messages.ts'
import { type NewSchema, schemaChanges } from './queries.ts'
import { SchemaEditor } from './schema-editor.tsx'

/** `copy` is the name of a schema to duplicate. */
const search = z.object({ copy: z.string().optional() })

const start: NewSchema = { name: '', type: 'json', source: '', description: '' }

export default function CreateSchemaPage() {
  const texts = useMessages(schemaMessages)
  const go = useGo()
  const [{ copy }] = useSearchState(search)
  const query = useData(schemasQuery, undefined)
  const { run } = useChange(schemaChanges.create)
  const taken = useMemo(() => new Set(query.data?.map(({ name }) => name)), [query.data])
  return (
    <>
      <PageHeader description={texts.newAbout} />
      <QueryView query={query} skeleton={<Skeleton height={480} />} quiet>
        {(all) => {
          const copied = all.find(({ name }) => name === copy)
          const type = formatOf(copied?.type ?? '')
          const initial = copied && type ? { ...copied, type, name: freeName(copied.name, taken) } : start
          return (
            <SchemaEditor
              key={copy}
              isNew
              initial={initial}
              taken={taken}
              onSave={run}
              onSaved={({ name }) => {
                toast.success(texts.createdNamed(name))
                go({ to: '/schema/detail/$name', params: { name } }, { replace: true })
              }}
            />
          )
        }}
      </QueryView>
    </>
  )
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 2; ; count++) if (!taken.has(`${name}_${count}`)) return `${name}_${count}`
}
