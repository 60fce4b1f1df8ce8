import { lazy, Suspense } from 'react'
import { AclField, type NodeFieldProps } from '../../../schema-form/index.ts'
import { Skeleton } from '../../../ui/index.ts'

// With the broker's own reader of rules and its regular expressions: larger than the rest of the page. Without them the text
// can be edited as well; the broker says what is wrong.
const Editor = lazy(() => import('./acl-editor.tsx').catch(() => ({ default: AclField })))

/** The rules of the file source, as text or one by one. */
const RulesField = (props: NodeFieldProps) => (
  <Suspense fallback={<Skeleton height={320} />}>
    <Editor {...props} />
  </Suspense>
)

/** For the form of a source. */
export const drawnFields = { rules: RulesField }
