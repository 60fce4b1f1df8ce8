import { useDelete, useFresh } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { AffectedItems, confirm, useGo } from '../../../ui/index.ts'
import { sharedBindingsQuery } from '../decoders/queries.ts'
import { schemaMessages } from './messages.ts'
import { schemaChanges, schemaUsesQuery } from './queries.ts'
import { allUsesOf } from './uses.ts'

/** Deletes a schema, or shows what uses it. Resolves to whether it was deleted. */
export function useDeleteSchema(): (name: string) => Promise<boolean> {
  const texts = useMessages(schemaMessages)
  const go = useGo()
  const readUses = useFresh(schemaUsesQuery, undefined)
  const readDecoders = useFresh(sharedBindingsQuery, undefined)
  const remove = useDelete(schemaChanges.remove, {
    kind: 'schema',
    nameOf: ({ name }: { readonly name: string }) => name,
    consequence: texts.deleteNote,
  })
  return async (name) => {
    // Without an answer, the broker decides.
    const read = await Promise.all([readUses(), readDecoders()]).catch(() => undefined)
    const blocking = read ? allUsesOf(name, read[0], read[1] ?? []) : []
    if (blocking.length === 0) return remove([{ name }])
    const showUses = await confirm({
      title: texts.inUse(name),
      body: (
        <AffectedItems names={blocking.map((use) => `${texts.useKinds[use.kind]} ${use.name}`)}>
          {texts.inUseBody}
        </AffectedItems>
      ),
      action: texts.showUses,
      isLocal: true,
    })
    if (showUses) go({ to: '/schema/detail/$name', params: { name }, search: { tab: 'uses' } })
    return false
  }
}
