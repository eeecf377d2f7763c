// The accounts of the installation, page after page, and what administrators do with them.

import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import { queries } from '../../../api/queries.ts'
import type { Schemas } from '../../../api/shapes.ts'

type Users = Schemas['UserList']
export type Account = Schemas['AccountResponse']
const place = ['admin', 'users'] as const

export function usersQuery(question: string) {
  return infiniteQueryOptions({
    queryKey: [...place, question],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      take(
        api.GET('/admin/users', {
          params: {
            query: {
              limit: 100,
              ...(question ? { q: question } : {}),
              ...(pageParam ? { cursor: pageParam } : {}),
            },
          },
        }),
      ),
    getNextPageParam: (last: Users) => last.next_cursor ?? undefined,
    placeholderData: (before) => before,
  })
}

function patchUsers(change: (list: Account[]) => Account[]): () => void {
  const before = queries.getQueriesData<InfiniteData<Users>>({ queryKey: place })
  queries.setQueriesData<InfiniteData<Users>>(
    { queryKey: place },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) },
  )
  return () => {
    for (const [key, data] of before) queries.setQueryData(key, data)
  }
}

/** Shows the change at once and takes it back when it is refused. */
async function changing(id: number, change: Partial<Account> | null, ask: () => Promise<unknown>): Promise<void> {
  await queries.cancelQueries({ queryKey: place })
  const undo = patchUsers((list) =>
    change ? list.map((one) => (one.id === id ? { ...one, ...change } : one)) : list.filter((one) => one.id !== id),
  )
  try {
    await ask()
  } catch (error) {
    undo()
    throw error
  } finally {
    void queries.invalidateQueries({ queryKey: place })
  }
}

const one = (id: number) => ({ params: { path: { user_id: id } } })

export const setPlatformRole = (id: number, role: 'user' | 'admin') =>
  changing(id, { role, is_admin: role === 'admin' }, () =>
    take(api.PATCH('/admin/users/{user_id}/role', { ...one(id), body: { role } })),
  )

export const setActive = (id: number, is_active: boolean) =>
  changing(id, { is_active }, () => take(api.PATCH('/admin/users/{user_id}', { ...one(id), body: { is_active } })))

export const resetFactors = (id: number) =>
  changing(id, { has_second_factor: false }, () => take(api.DELETE('/admin/users/{user_id}/second-factors', one(id))))

export const deleteAccount = (id: number) =>
  changing(id, null, () => take(api.DELETE('/admin/users/{user_id}', one(id))))

export const setAccountPassword = (id: number, password: string) =>
  take(api.PUT('/admin/users/{user_id}/password', { ...one(id), body: { password } }))

export async function createAccount(account: { username: string; password: string; role: 'user' | 'admin' }) {
  const made = await take(api.POST('/admin/users', { body: { is_active: true, ...account } }))
  void queries.invalidateQueries({ queryKey: place })
  return made
}
