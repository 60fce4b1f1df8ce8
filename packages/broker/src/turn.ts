/**
 * Work that is done once per turn of the event loop, after all sockets that had something to say were read: flushing
 * sockets, committing to disk. What is scheduled while it runs belongs to the next turn.
 */
export interface Turn {
  schedule(task: () => void): void
}

export function createTurn(): Turn {
  let tasks: (() => void)[] = []
  const run = () => {
    const due = tasks
    tasks = []
    for (const task of due) task()
  }
  return {
    schedule: (task) => {
      if (tasks.length === 0) setImmediate(run)
      tasks.push(task)
    },
  }
}
