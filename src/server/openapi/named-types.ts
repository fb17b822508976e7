// The types that the OpenAPI document has names for, by these names. Schemas of them: schemas.ts.

import type { AuditEvent } from '../../api-types/audit.ts';
import type {
  ApiAction,
  ApiArchivedRender,
  ApiEntry,
  ApiSentEmail,
  ClonedEntry,
  CreatedEntry,
  CreatedTemplate,
  DeletionMarker,
  EditedEntry,
  EntryChange,
  EntryHistory,
  ExportProgress,
  GeneratedEntries,
  ResumedEntry,
  SavedEntry,
  SubmittedEntry,
  UiAction,
} from '../../api-types/entries.ts';
import type { ApiErrorBody } from '../../api-types/errors.ts';
import type { AddedFactor, Factors, PasskeyOptions, RecoveryCodes, TotpSetUp } from '../../api-types/factors.ts';
import type {
  AddedPicture,
  ApiForm,
  FileCount,
  FillerForm,
  FormCheck,
  StartedForm,
  UploadPolicy,
} from '../../api-types/forms.ts';
import type {
  Account,
  Activity,
  ApiKey,
  ConfirmOptions,
  Invitation,
  LinkFacts,
  NewApiKey,
  NewInvitation,
  Notice,
  OpenSession,
  Usage,
  User,
  UserEmail,
} from '../../api-types/identity.ts';
import type { DropOff, Insight } from '../../api-types/insight.ts';
import type { Projection } from '../../api-types/lists.ts';
import type {
  EntryEmail,
  EntryEmails,
  EntryNote,
  EntryTeam,
  FailedEmail,
  TableEntry,
  TeamWords,
  TestEmail,
} from '../../api-types/notes.ts';
import type {
  ApiOption,
  ApiOptionsSet,
  ListedOption,
  OptionsFingerprint,
  OptionsPage,
  OptionsSetSummary,
  OptionsUpload,
  SetDiff,
  SetForm,
  SetLists,
} from '../../api-types/options-sets.ts';
import type { EntryView } from '../../api-types/views.ts';
import type {
  Element,
  EmailRule,
  FileObject,
  FormDefinition,
  Layout,
  RenderRule,
  UiRule,
} from '../../core/definition/form-definition.ts';

export interface NamedTypes {
  UploadPolicy: UploadPolicy;
  User: User;
  Notice: Notice;
  Usage: Usage;
  Account: Account;
  OpenSession: OpenSession;
  AuditEvent: AuditEvent;
  Factors: Factors;
  TotpSetUp: TotpSetUp;
  AddedFactor: AddedFactor;
  RecoveryCodes: RecoveryCodes;
  PasskeyOptions: PasskeyOptions;
  ConfirmOptions: ConfirmOptions;
  UserEmail: UserEmail;
  Invitation: Invitation;
  NewInvitation: NewInvitation;
  LinkFacts: LinkFacts;
  ApiKey: ApiKey;
  NewApiKey: NewApiKey;
  Activity: Activity;
  Element: Element;
  EmailRule: EmailRule;
  RenderRule: RenderRule;
  UiRule: UiRule;
  Layout: Layout;
  FormDefinition: FormDefinition;
  Form: ApiForm;
  FormProjection: Projection<ApiForm>;
  FillerForm: FillerForm;
  StartedForm: StartedForm;
  FileCount: FileCount;
  FormCheck: FormCheck;
  AddedPicture: AddedPicture;
  Action: ApiAction;
  FileObject: FileObject;
  SentEmail: ApiSentEmail;
  ArchivedRender: ApiArchivedRender;
  Entry: ApiEntry;
  EntryProjection: Projection<ApiEntry>;
  UiAction: UiAction;
  SavedEntry: SavedEntry;
  SubmittedEntry: SubmittedEntry;
  EntryChange: EntryChange;
  EntryHistory: EntryHistory;
  EditedEntry: EditedEntry;
  CreatedTemplate: CreatedTemplate;
  CreatedEntry: CreatedEntry;
  GeneratedEntries: GeneratedEntries;
  ResumedEntry: ResumedEntry;
  ClonedEntry: ClonedEntry;
  ExportProgress: ExportProgress;
  EntryNote: EntryNote;
  EntryTeam: EntryTeam;
  TableEntry: TableEntry;
  TeamWords: TeamWords;
  EntryEmail: EntryEmail;
  EntryEmails: EntryEmails;
  FailedEmail: FailedEmail;
  TestEmail: TestEmail;
  OptionsSet: ApiOptionsSet;
  OptionsSetProjection: Projection<ApiOptionsSet>;
  OptionsSetSummary: OptionsSetSummary;
  OptionsFingerprint: OptionsFingerprint;
  SetLists: SetLists;
  SetDiff: SetDiff;
  Option: ApiOption;
  ListedOption: ListedOption;
  OptionsPage: OptionsPage;
  OptionsUpload: OptionsUpload;
  SetForm: SetForm;
  DropOff: DropOff;
  Insight: Insight;
  EntryView: EntryView;
  DeletionMarker: DeletionMarker;
  Error: ApiErrorBody;
}
