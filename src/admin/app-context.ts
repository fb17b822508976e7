// What every page of the management app can reach: who is signed in, the API, language, questions and notes to the person.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { User } from '../api-types/identity.ts';
import type { AdminApi } from './admin-api.ts';
import type { Locale, PageData } from './page-data.ts';

export interface Question {
  readonly title: string;
  readonly text?: string;
  /** The button that does it. */
  readonly confirm: string;
  readonly isDanger?: boolean;
  /** The person must type this first: for what cannot be undone and is large. */
  readonly typed?: string;
}

/** Something to do about what a note says. */
export interface NoteAction {
  readonly label: string;
  readonly onPress: () => void;
}

export interface AdminApp {
  readonly page: PageData;
  readonly user: User;
  readonly locale: Locale;
  readonly api: AdminApi;
  /** After PATCH /me: language, direction and theme follow. */
  readonly setUser: (user: User) => void;
  readonly signOut: () => Promise<void>;
  /** True when the person agreed. */
  readonly ask: (question: Question) => Promise<boolean>;
  /** A short note that goes by itself, read out too. Answers a function that takes it away. */
  readonly notify: (text: string, kind?: 'good' | 'bad', action?: NoteAction) => () => void;
}

export const AppContext = createContext<AdminApp | undefined>(undefined);

export function useApp(): AdminApp {
  const app = useContext(AppContext);
  if (app === undefined) throw new Error('A part of the app is drawn outside of it.');
  return app;
}
