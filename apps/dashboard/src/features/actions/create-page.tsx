import { CreatePage } from '../../integration/index.ts'

export default function CreateActionPage() {
  return <CreatePage kind="action" />
}
