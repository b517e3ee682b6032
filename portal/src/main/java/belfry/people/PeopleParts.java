package belfry.people;

import belfry.apps.Apps;
import belfry.base.Time;
import belfry.people.audience.AudienceMembers;
import belfry.people.audience.AudienceReasons;
import belfry.people.audience.AudienceSample;
import belfry.people.audience.Audiences;
import belfry.people.audience.EarlierRecipients;
import belfry.people.audience.SavedAudiences;
import belfry.people.audience.StoredAudience;
import belfry.people.directory.Addresses;
import belfry.people.directory.DeletedPeople;
import belfry.people.directory.DirectorySettings;
import belfry.people.directory.DirectoryToken;
import belfry.people.directory.Emails;
import belfry.people.directory.OutsidePeople;
import belfry.people.directory.PersonDetails;
import belfry.people.directory.PersonSearch;
import belfry.people.directory.PersonStore;
import belfry.people.directory.Spaces;
import belfry.people.groups.GroupCopies;
import belfry.people.groups.GroupStore;
import belfry.people.groups.Groups;
import belfry.people.groups.MemberSets;
import belfry.people.groups.OwnGroups;
import belfry.people.lists.Lists;
import belfry.platform.Platform;
import belfry.storage.Database;
import belfry.storage.Vault;

/** The wiring of this floor: only where the program is put together, which hands out its parts. */
public record PeopleParts(
    DirectoryToken token,
    People people,
    PersonStore persons,
    PersonDetails details,
    Emails emails,
    GroupCopies copies,
    Groups groups,
    OwnGroups ownGroups,
    Spaces spaces,
    Lists lists,
    SavedAudiences saved,
    AudienceEntries entries,
    Audiences audiences,
    AudienceSample sample,
    StoredAudience stored,
    AudienceReasons reasons,
    AudienceMembers members) {

  public static PeopleParts wired(
      DirectorySettings settings,
      Apps apps,
      Platform platform,
      Database database,
      Vault vault,
      EarlierRecipients earlier,
      Time time) {
    var persons = new PersonStore(database);
    var token = new DirectoryToken(settings, platform, database, vault, time);
    var copies = new GroupCopies(platform, token, database, settings.awaited(), time);
    var addresses = new Addresses(database, platform, settings.renewal(), time);
    var outside = new OutsidePeople(database, persons, platform, time);
    var emails = new Emails(persons, platform);
    var people =
        new People(
            platform,
            persons,
            new PersonSearch(database),
            emails,
            addresses,
            copies,
            outside,
            earlier);
    var store = new GroupStore(database);
    var groups = new Groups(store, copies, addresses, people::known, platform, database);
    var spaces = new Spaces(platform, apps, settings.renewal(), time);
    var lists = new Lists(database, time);
    var saved = new SavedAudiences(database, lists, time);
    var parts =
        new Audiences.Parts(
            groups,
            store,
            new MemberSets(database),
            persons,
            addresses,
            new DeletedPeople(platform, addresses, time),
            spaces,
            lists,
            saved,
            earlier,
            outside);
    var reasons = new AudienceReasons(parts, emails);
    return new PeopleParts(
        token,
        people,
        persons,
        new PersonDetails(persons, platform, addresses, outside, settings.renewal(), time),
        emails,
        copies,
        groups,
        new OwnGroups(database, time),
        spaces,
        lists,
        saved,
        new AudienceEntries(people, persons, groups, spaces, lists, saved, earlier),
        new Audiences(parts, time),
        new AudienceSample(parts),
        new StoredAudience(parts),
        reasons,
        new AudienceMembers(parts, reasons, people::known));
  }
}
