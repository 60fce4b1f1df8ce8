import { CreatePage } from '../index.ts'

export default function CreateActionPage() {
  return <CreatePage kind="action" />
}
