import * as z from 'zod'
import { QueryView, useData } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, EmptyState, Link, PageHeader, Section, Skeleton, useGo, useSearchState } from '../../ui/index.ts'
import { followMessages } from './follow-messages.ts'
import { levels } from './index.ts'
import { LogView } from './log-view.tsx'
import { logFilesQuery } from './queries.ts'

const followSearch = z.object({
  file: z.string().optional(),
  level: z.enum(levels).optional().catch(undefined),
  search: z.string().optional(),
})

/** Live view of a log file. */
export default function LogFollowPage() {
  const texts = useMessages(followMessages)
  const go = useGo()
  const loaded = useData(logFilesQuery, undefined)
  const [search, setSearch] = useSearchState(followSearch)
  return (
    <>
      <PageHeader actions={<Button onClick={() => go({ to: '/log' })}>{texts.logSettings}</Button>} />
      <QueryView query={loaded} skeleton={<Skeleton height={520} />}>
        {({ files }) => {
          if (!files) return <NoFile title={texts.unavailable} hint={texts.unavailableHint} />
          const file = files.find(({ name }) => name === search.file) ?? files[0]
          if (!file) return <NoFile title={texts.noFile} hint={texts.noFileHint} />
          // The key resets the view, which starts at the end of the file.
          return <LogView key={file.name} file={file} files={files} search={search} setSearch={setSearch} />
        }}
      </QueryView>
    </>
  )
}

function NoFile({ title, hint }: { readonly title: string; readonly hint: string }) {
  const texts = useMessages(followMessages)
  return (
    <Section>
      <EmptyState title={title} hint={hint} action={<Link to="/log">{texts.logSettings}</Link>} />
    </Section>
  )
}
