package io.doorlist.domain.event;

import io.doorlist.domain.Slug;
import java.util.Objects;

/** An organiser, addressed by its slug in every path. */
public record Account(String slug, String name) {
  public Account {
    Slug.check(slug);
    Objects.requireNonNull(name, "name");
  }
}
