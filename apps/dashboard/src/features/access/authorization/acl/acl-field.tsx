import { lazy, Suspense } from 'react'
import { AclField, type NodeFieldProps } from '../../../../schema-form/index.ts'
import { Skeleton } from '../../../../ui/index.ts'

// Loaded separately because the parser of the rules is larger than the rest of the page. If it cannot be loaded, the text is
// edited without a syntax check and only the broker reports errors.
const Editor = lazy(() => import('./acl-editor.tsx').catch(() => ({ default: AclField })))

/** The rules of the file source, as text or as a table. */
const RulesField = (props: NodeFieldProps) => (
  <Suspense fallback={<Skeleton height={320} />}>
    <Editor {...props} />
  </Suspense>
)

/** Custom fields of the source form. */
export const drawnFields = { rules: RulesField }
