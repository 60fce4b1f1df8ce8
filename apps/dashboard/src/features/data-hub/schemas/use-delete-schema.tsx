import { useDelete, useFresh } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { confirm } from '../../../ui/index.ts'
import { schemaMessages } from './messages.ts'
import { schemaChanges, schemaUsesQuery } from './queries.ts'
import { UseList } from './use-list.tsx'
import { isBlocking } from './uses.ts'

/** Deletes a schema, or shows what uses it. Resolves to whether it was deleted. */
export function useDeleteSchema(): (name: string) => Promise<boolean> {
  const texts = useMessages(schemaMessages)
  const readUses = useFresh(schemaUsesQuery, undefined)
  const remove = useDelete(schemaChanges.remove, {
    kind: 'schema',
    nameOf: ({ name }: { readonly name: string }) => name,
    consequence: texts.deleteNote,
  })
  return async (name) => {
    // Without an answer, the broker decides.
    const uses = await readUses().catch(() => undefined)
    const blocking = uses?.get(name)?.filter(isBlocking) ?? []
    if (blocking.length === 0) return remove([{ name }])
    await confirm({
      title: texts.inUse(name),
      body: (
        <>
          <p>{texts.inUseBody}</p>
          <UseList uses={blocking} />
        </>
      ),
      action: texts.close,
      isLocal: true,
    })
    return false
  }
}
