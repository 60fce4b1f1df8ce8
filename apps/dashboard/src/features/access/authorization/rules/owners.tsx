import type { AuthorizationRule } from '@mqdeck/contract'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import {
  PagedTable,
  pageSearch,
  useChange,
  useConfirmAction,
  useIsViewer,
  usePagedList,
  useRowActions,
} from '../../../../api/index.ts'
import { useFormat, useMessages } from '../../../../i18n/index.ts'
import {
  Button,
  type Column,
  EmptyState,
  Mono,
  SearchBar,
  Stack,
  TextFilter,
  useDraft,
  useSearchState,
} from '../../../../ui/index.ts'
import { ruleMessages } from './messages.ts'
import { OwnerDialog } from './owner-dialog.tsx'
import { type OwnerKind, type OwnerRules, removeOwner, rulesQuery } from './queries.ts'

const search = pageSearch.extend({ owner: z.string().optional() })

interface OwnersProps {
  readonly kind: OwnerKind
  readonly maxRules: number
}

/** Clients or users with their own rules. */
export function Owners({ kind, maxRules }: OwnersProps) {
  const texts = useMessages(ruleMessages)
  const format = useFormat()
  const isViewer = useIsViewer()
  const [{ owner }, setSearch] = useSearchState(search)
  const list = usePagedList(rulesQuery, { kind, like: owner })
  const [edited, setEdited] = useState<OwnerRules | 'new'>()
  const rowAction = useRowActions()
  const deleteRules = useDeleteRules(kind)
  const columns = useOwnerColumns(kind)
  const total = list.data?.total
  const addButton = (
    <Button size="small" variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {texts.addOwner[kind]}
    </Button>
  )
  return (
    <Stack gap={4}>
      <OwnerFilter kind={kind} owner={owner} onSearch={(next) => setSearch({ owner: next, page: 1 })} />
      <div>
        <PagedTable
          list={list}
          label={texts.owners[kind]}
          columns={columns}
          rowId={(row) => row.name}
          empty={
            owner === undefined ? (
              <EmptyState title={texts.empty[kind]} hint={texts.emptyHint[kind]} />
            ) : (
              <EmptyState
                title={texts.noResults}
                hint={texts.noMatchHint}
                action={<Button onClick={() => setSearch({ owner: undefined, page: 1 })}>{texts.showAll}</Button>}
              />
            )
          }
          summary={total === undefined ? '' : texts.count(format.number(total))}
          {...(!isViewer && {
            actions: addButton,
            rowActions: (row: OwnerRules) => [
              rowAction.edit(() => setEdited(row)),
              rowAction.delete(() => deleteRules(row.name)),
            ],
          })}
        />
      </div>
      <OwnerDialog edited={edited} kind={kind} maxRules={maxRules} onClose={() => setEdited(undefined)} />
    </Stack>
  )
}

interface OwnerFilterProps {
  readonly kind: OwnerKind
  readonly owner: string | undefined
  readonly onSearch: (owner: string | undefined) => void
}

function OwnerFilter({ kind, owner, onSearch }: OwnerFilterProps) {
  const texts = useMessages(ruleMessages)
  const [draft, change] = useDraft(useMemo(() => ({ owner: owner ?? '' }), [owner]))
  return (
    <SearchBar
      active={owner === undefined ? 0 : 1}
      onSearch={() => onSearch(draft.owner === '' ? undefined : draft.owner)}
      onReset={() => onSearch(undefined)}
    >
      <TextFilter
        label={texts.ids[kind]}
        placeholder={texts.contains}
        value={draft.owner}
        onChange={(text) => change({ owner: text })}
      />
    </SearchBar>
  )
}

/** Deletes the rules of one client or user after a confirmation. */
function useDeleteRules(kind: OwnerKind): (name: string) => Promise<boolean> {
  const texts = useMessages(ruleMessages)
  const confirmAction = useConfirmAction()
  const { run } = useChange(removeOwner)
  return (name) =>
    confirmAction({
      title: texts.deleteQuestion(name),
      action: texts.deleteRules,
      done: texts.deleted(name),
      failed: texts.deleteRulesFailed(name),
      consequence: texts.deleteBody,
      run: () => run({ kind, name }),
    })
}

function useOwnerColumns(kind: OwnerKind): readonly Column<OwnerRules>[] {
  const texts = useMessages(ruleMessages)
  const format = useFormat()
  return useMemo(() => {
    const { permissions, actions } = texts.summary
    const summaryOf = (rules: readonly AuthorizationRule[]) => {
      const first = rules
        .slice(0, 2)
        .map(({ permission, action, topic }) => `${permissions[permission]} ${actions[action]} ${topic}`)
      return [...first, ...(rules.length > 2 ? [texts.andMore(rules.length - 2)] : [])].join(' · ')
    }
    return [
      { id: 'name', header: texts.ids[kind], width: 260, cell: ({ name }) => <Mono truncate>{name}</Mono> },
      {
        id: 'count',
        header: texts.columns.count,
        width: 80,
        align: 'end',
        cell: ({ rules }) => format.number(rules.length),
      },
      {
        id: 'rules',
        header: texts.columns.summary,
        width: 420,
        cell: ({ rules }) => <span title={summaryOf(rules)}>{summaryOf(rules)}</span>,
      },
    ]
  }, [texts, format, kind])
}
